import type { Language } from '@cusp/contract/wire';
import { LANGUAGES } from '@cusp/text/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { skinOfHost } from '../brand/brands.ts';
import type { Visitor } from './actor.ts';
import { keepPreference, preferenceOf } from './preference-cookie.ts';

/** Address, browser, language and brand of an anonymous request. */
export function visitorOf(request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    requestId: request.id,
    userAgent: String(request.headers['user-agent'] ?? ''),
    language: languageOf(request),
    brand: skinOfHost(request.host).key,
  };
}

/** Stores the chosen language in this browser; the page reads it before the person signs in. */
export function setLanguageCookie(request: FastifyRequest, reply: FastifyReply, language: Language): void {
  keepPreference(request, reply, 'cusp_language', language);
}

/** The chosen language, else the supported one that the browser wants most, else English. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = preferenceOf(request, 'cusp_language');
  const wished = wishedLanguages(request.headers['accept-language']);
  for (const tag of [chosen ?? '', ...wished]) {
    const match =
      LANGUAGES.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
      LANGUAGES.find((language) => language.split('-')[0] === tag.toLowerCase().split('-')[0]);
    if (tag && match) return match;
  }
  return 'en';
}

/**
 * The tags of an Accept-Language header (RFC 9110), the most wanted first, without those that it refuses with `q=0`.
 */
const wishedLanguages = (header = ''): string[] =>
  header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((text) => /^q=/i.test(text))?.slice(2);
      return { tag, weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
