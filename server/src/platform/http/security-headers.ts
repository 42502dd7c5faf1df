import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';
import { AFTER_PAINT } from './after-paint.ts';
import { EARLY_DATA } from './early-data.ts';
import { EARLY_KEYS } from './early-keys.ts';
import { ROWS_FIRST } from './rows-first.ts';

/** Sources of Google's reCAPTCHA, as its documentation lists them. */
const RECAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/**
 * Policy of the one worker that decodes light copies, whose decoder is WebAssembly. A worker has a policy of its own,
 * so the page does not have to allow WebAssembly. The worker makes no requests.
 */
export const WASM_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** Sources that allow exactly the inline scripts of our pages. */
const INLINE_SCRIPTS = [AFTER_PAINT, EARLY_DATA, EARLY_KEYS, ROWS_FIRST].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);

interface Options {
  production: boolean;
  /** Allows the page to load reCAPTCHA. */
  recaptcha: boolean;
  /** Origins of the other region, which the page may call and submit forms to. */
  otherRegion: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page with inline styles, which carry `reply.styleNonce`, and with our own inline scripts. */
    hasStyles?: boolean;
  }
  interface FastifyReply {
    styleNonce: string;
  }
}

/**
 * Headers of every reply: no foreign content, no framing, no content sniffing, no referrer. Written here instead of
 * using Fastify's helmet, which attaches a function to each reply that keeps the request alive: the process is then
 * twice as large and the median collection takes 50 ms instead of 3 to 6 (`docs/decisions/054-young-memory.md`).
 */
export const securityHeaders = plugin(async (app: FastifyInstance, options: Options) => {
  const headers = headersOf(settings(options));
  app.decorateReply('styleNonce', '');
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.hasStyles) {
      reply.styleNonce = randomBytes(16).toString('hex');
      reply.headers(headersOf(settings(options, INLINE_SCRIPTS, [`'nonce-${reply.styleNonce}'`])));
    } else reply.headers(headers);
    next();
  });
});

/**
 * The headers that helmet sets. Headers that are set on the reply of Node are kept in an object of their own for as
 * long as the reply is open; those of Fastify become text in one go.
 */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const reply = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, reply as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

const settings = (
  { production, recaptcha, otherRegion }: Options,
  scripts: readonly string[] = [],
  styles: readonly string[] = [],
): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts, ...(recaptcha ? RECAPTCHA.scripts : [])],
      frameSrc: ["'self'", ...(recaptcha ? RECAPTCHA.frames : [])],
      styleSrc: ["'self'", ...styles],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...otherRegion],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", ...otherRegion],
      frameAncestors: ["'none'"],
    },
  },
  // The social sign-in pop-up has to reach its opener.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  // The older form of frame-ancestors; routes that show a file in a page override both.
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
});
