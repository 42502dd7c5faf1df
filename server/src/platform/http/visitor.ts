import { LANGUAGES, type Language } from '@cusp/contract/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { skinOfHost } from '../brand/brands.ts';
import type { Visitor } from './actor.ts';

const LANGUAGE_COOKIE = 'cusp_language';
/** Browsers keep no cookie longer than 400 days. */
const LANGUAGE_COOKIE_SECONDS = 400 * 24 * 3600;

/** What a request tells before anybody is signed in. */
export function visitorOf(request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    requestId: request.id,
    userAgent: String(request.headers['user-agent'] ?? ''),
    language: languageOf(request),
    brand: skinOfHost(request.host).key,
  };
}

/** Keeps a choice of language in this browser; the page reads it too, before anybody is signed in. */
export function setLanguageCookie(request: FastifyRequest, reply: FastifyReply, language: Language): void {
  reply.setCookie(LANGUAGE_COOKIE, language, {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: LANGUAGE_COOKIE_SECONDS,
  });
}

/** The chosen language, else the browser's first one that we speak, else English. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = request.cookies?.[LANGUAGE_COOKIE];
  const wished = String(request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '');
  for (const tag of [chosen ?? '', ...wished]) {
    const match =
      LANGUAGES.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
      LANGUAGES.find((language) => language.split('-')[0] === tag.toLowerCase().split('-')[0]);
    if (tag && match) return match;
  }
  return 'en';
}
