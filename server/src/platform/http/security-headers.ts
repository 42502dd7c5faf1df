import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';

/** Where Google's human check comes from, as its documentation names it. */
const RECAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/**
 * Policy of the one worker that unpacks light copies, whose decoder is WebAssembly; a worker goes by its own policy,
 * so that the page may stay without. It asks for nothing itself.
 */
export const WASM_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

interface Options {
  production: boolean;
  /** Lets the page show Google's human check. */
  recaptcha: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page has styles of its own, which carry `reply.styleNonce`. */
    hasStyles?: boolean;
  }
  interface FastifyReply {
    styleNonce: string;
  }
}

/**
 * Headers of every reply: nothing from elsewhere, no framing, no guessing of types, no referrer. Not by Fastify's
 * own helmet: it hangs a function on each reply, which keeps the request, so that the process is twice as large and
 * the median collection takes 50 ms instead of 3 to 6 (`docs/decisions/054-young-memory.md`).
 */
export const securityHeaders = plugin(async (app: FastifyInstance, options: Options) => {
  const set = helmet(settings(options));
  app.decorateReply('styleNonce', '');
  app.addHook('onRequest', (request, reply, next) => {
    const done = (error?: unknown) => next(error as Error | undefined);
    if (!request.routeOptions.config.hasStyles) return set(request.raw, reply.raw, done);
    reply.styleNonce = randomBytes(16).toString('hex');
    helmet(settings(options, `'nonce-${reply.styleNonce}'`))(request.raw, reply.raw, done);
  });
});

const settings = ({ production, recaptcha }: Options, ...styles: string[]): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(recaptcha ? RECAPTCHA.scripts : [])],
      frameSrc: ["'self'", ...(recaptcha ? RECAPTCHA.frames : [])],
      styleSrc: ["'self'", ...styles],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // The social sign-in pop-up has to reach its opener.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  // Says what frame-ancestors says to browsers that do not know that; a file that is shown in a page overrides both.
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
});
