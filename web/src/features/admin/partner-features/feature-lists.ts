import type { CuspKey } from '../../../client/use-call.ts';

/** What shows partner features: their list, and the devices, whose changes name the feature's version. */
export const FEATURE_LISTS = [
  ['admin-features'],
  ['staff-devices'],
  ['staff-device'],
] as const satisfies readonly CuspKey[];
