import type { SocialProvider } from '@cusp/contract/wire';
import type { Config } from '../../platform/config/config.ts';
import { facebook } from './facebook.ts';
import { google } from './google.ts';
import type { Provider } from './provider.types.ts';

export type Providers = Record<SocialProvider, Provider | null>;

/** The configured providers; outside production one may use plain HTTP on localhost. */
export function createProviders({ social, production }: Config): Providers {
  return {
    facebook: social.facebook && facebook(social.facebook, !production),
    google: social.google && google(social.google, !production),
  };
}
