import type { SocialProvider } from '@cusp/contract/wire';
import type { Config } from '../../platform/config/config.ts';
import { facebook } from './facebook.ts';
import { google } from './google.ts';
import type { Provider } from './provider.types.ts';

export type Providers = Record<SocialProvider, Provider | null>;

/** The providers that are set up; outside production one may be asked over plain HTTP, on the own machine. */
export function createProviders({ social, production }: Config): Providers {
  return {
    facebook: social.facebook && facebook(social.facebook, !production),
    google: social.google && google(social.google, !production),
  };
}
