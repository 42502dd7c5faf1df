/** An unusable setting, with a message for the operator. Any other error while settings are read is a bug. */
export class WrongSetting extends Error {}
