import { SUGGESTIONS } from '@cusp/contract/addresses.routes';
import { LIMITS } from '@cusp/contract/limits';
import { line } from '@cusp/contract/wire';
import type { AddressQuestion } from '../../platform/addresses/address-provider.ts';
import { addressProviderOf } from '../../platform/addresses/google-places.ts';
import type { Services } from '../../platform/services.ts';
import { throttleCompletions } from '../throttle/throttle.ts';

/** Addresses that fit into the form's field and pass its validation. */
const Address = line(LIMITS.address);

/**
 * Addresses that begin with a text. A slow, failing or hostile provider gives an empty list and a log entry, because
 * the form works without suggestions.
 */
export async function suggestAddresses(
  services: Services,
  ip: string,
  question: AddressQuestion,
): Promise<string[]> {
  const provider = addressProviderOf(services.config);
  if (!provider) return [];
  await throttleCompletions(services, 'address', ip);
  try {
    const suggestions = await provider.suggest(question);
    const fitting = suggestions.flatMap((each) => Address.safeParse(each).data || []);
    return [...new Set(fitting)].slice(0, SUGGESTIONS);
  } catch (error) {
    services.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'no addresses suggested');
    return [];
  }
}
