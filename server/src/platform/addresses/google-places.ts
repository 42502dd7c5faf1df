import * as z from 'zod';
import type { Config } from '../config/config.ts';
import type { GooglePlacesConfig } from '../config/providers.ts';
import { readAtMost } from '../http/read-at-most.ts';
import type { AddressProvider } from './address-provider.ts';

/** Suggestions are useless once the person has typed on. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 64 * 1024;

const Reply = z.object({
  suggestions: z
    .array(z.object({ placePrediction: z.object({ text: z.object({ text: z.string() }) }).optional() }))
    .default([]),
});

/**
 * Asks Google's Autocomplete (New) and uses only the text of each suggestion:
 * https://developers.google.com/maps/documentation/places/web-service/place-autocomplete
 */
export function googlePlaces({ apiUrl, key }: GooglePlacesConfig): AddressProvider {
  return {
    async suggest({ text, country, language, form }) {
      const reply = await fetch(`${apiUrl}/v1/places:autocomplete`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-goog-api-key': key,
          'x-goog-fieldmask': 'suggestions.placePrediction.text.text',
        },
        body: JSON.stringify({
          input: text,
          languageCode: language,
          sessionToken: form,
          ...(country ? { includedRegionCodes: [country.toLowerCase()] } : {}),
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!reply.ok) {
        await reply.body?.cancel();
        throw new Error(`the address provider responded with ${reply.status}`);
      }
      const { suggestions } = Reply.parse(JSON.parse(await readAtMost(reply, MAX_BYTES)));
      return suggestions.flatMap(({ placePrediction }) => placePrediction?.text.text ?? []);
    },
  };
}

/** The configured provider; null without one, so that people type the whole address. */
export const addressProviderOf = ({ googlePlaces: places }: Config): AddressProvider | null =>
  places && googlePlaces(places);
