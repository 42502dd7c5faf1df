import type { Config } from '../config/config.ts';
import type { AddressProvider } from './address-provider.ts';
import { googlePlaces } from './google-places.ts';

/** The provider that is set up, null where there is none: addresses are typed out then. */
export const addressProviderOf = ({ googlePlaces: places }: Config): AddressProvider | null =>
  places && googlePlaces(places);
