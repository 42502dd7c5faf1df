/** A setting that cannot be used, with a message for the operator. Any other error while settings are read is a fault of ours. */
export class WrongSetting extends Error {}
