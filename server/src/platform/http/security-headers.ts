import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

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

/** Headers of every reply: nothing from elsewhere, no framing, no guessing of types, no referrer. */
export const securityHeaders = plugin(async (app: FastifyInstance, options: Options) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(options.recaptcha ? RECAPTCHA.scripts : [])],
        frameSrc: ["'self'", ...(options.recaptcha ? RECAPTCHA.frames : [])],
        styleSrc: ["'self'"],
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
    strictTransportSecurity: options.production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
});
