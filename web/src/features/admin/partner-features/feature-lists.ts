import type { CuspKey } from '../../../client/use-call.ts';

/** Queries that show partner features: their list, and the devices, whose changes include the feature's version. */
export const FEATURE_LISTS = [
  ['admin-features'],
  ['staff-devices'],
  ['staff-device'],
] as const satisfies readonly CuspKey[];
