export const OWN_SUPPORT_KEY = ['own-support'] as const;
