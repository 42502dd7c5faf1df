import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether people reach this deployment over TLS, as `PUBLIC_URL` says. */
    isPublicHttps: boolean;
  }
}

/**
 * Whether the browser uses TLS, so that cookies get the `Secure` flag and the `__Host-` prefix. `PUBLIC_URL` decides
 * too, because behind a proxy missing from `TRUST_PROXY` a request looks like plain HTTP.
 */
export const isSecure = ({ server, protocol }: FastifyRequest): boolean =>
  server.isPublicHttps || protocol === 'https';
