import type { CuspKey } from '../../../client/use-call.ts';

/** Queries that show devices or their partner features: a change of one can change the version of the other. */
export const DEVICE_LISTS = [
  ['staff-devices'],
  ['staff-device'],
  ['admin-features'],
] as const satisfies readonly CuspKey[];
