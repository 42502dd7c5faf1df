export const SUPPORT_KEY = ['admin-support'] as const;
