import type { ServerLoc } from '@cusp/contract/wire';
import { WrongSetting } from '../config/wrong-setting.ts';

/** A deployment's data region; each has its own database and files. */
export type Region = 'us' | 'eu';

/** First id of all identity columns in a region; columns step by 16, so ids of two regions never collide. */
export const REGION_ORDINAL: Record<Region, number> = { us: 1, eu: 2 };

export const serverLocOf = (region: Region): ServerLoc => (region === 'eu' ? 'EU' : 'US');

/** Parses the REGION setting; empty is the default region. */
export function regionOf(value: string | undefined): Region {
  if (value === undefined || value === '' || value.toLowerCase() === 'us') return 'us';
  if (value.toLowerCase() === 'eu') return 'eu';
  throw new WrongSetting(`REGION must be "us" or "eu", not "${value}"`);
}

/**
 * Region columns of a new account. With two regions the region is fixed at sign-up, because the person has agreed to
 * it; a single region was not a choice.
 */
export const regionAtSignUp = (config: { region: Region; otherRegionUrl: string | null }) => ({
  region: config.region,
  region_set_at: config.otherRegionUrl === null ? null : new Date(),
});
