import type { Config } from '../config/config.ts';
import type { AddressProvider } from './address-provider.ts';
import { googlePlaces } from './google-places.ts';

/** The configured provider; null when there is none, and people type out the whole address. */
export const addressProviderOf = ({ googlePlaces: places }: Config): AddressProvider | null =>
  places && googlePlaces(places);
