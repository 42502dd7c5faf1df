import { ANSWER_PAGES } from '@cusp/contract/social.routes';
import type { SocialProvider } from '@cusp/contract/wire';
import { skinOfHost } from '../../platform/brand/brands.ts';
import type { Config } from '../../platform/config/config.ts';

/** Providers whose buttons a host shows, in order: those that are configured and offered by the brand. */
export function offeredProviders({ social }: Config, host: string | undefined): SocialProvider[] {
  if (!skinOfHost(host).social) return [];
  return (['facebook', 'google'] as const).filter((name) => social[name] !== null);
}

interface ReturnAddress {
  origin: string;
  page: string;
}

/** One of our own URLs that takes the answer, in parts; null for every other one. */
export function returnAddress(address: string, ownOrigins: readonly string[]): ReturnAddress | null {
  for (const origin of ownOrigins) {
    const page = ANSWER_PAGES.find((path) => address === origin + path);
    if (page) return { origin, page };
  }
  return null;
}
