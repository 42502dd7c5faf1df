import { pathOf } from '@cusp/contract/endpoint';
import { socialReturn } from '@cusp/contract/social';
import type { BACKENDS } from '@cusp/contract/social.routes';
import type { SocialProvider } from '@cusp/contract/wire';

const BACKEND_OF: Record<SocialProvider, keyof typeof BACKENDS> = {
  facebook: 'facebook',
  google: 'google-oauth2',
};

/** The callback URL registered with the provider. */
export const callbackOf = (origin: string, provider: SocialProvider): string =>
  origin + pathOf(socialReturn, { backend: BACKEND_OF[provider] });
