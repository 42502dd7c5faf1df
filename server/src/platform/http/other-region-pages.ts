import { ACTION_ID_HEADER, VISITOR_HEADER } from '@cusp/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Origins of the other region's pages; empty with a single region. */
    otherRegionOrigins: readonly string[];
  }
  interface FastifyContextConfig {
    isOpenToOtherRegion?: boolean;
  }
}

/** How long a browser may remember the answer to a preflight. */
const PREFLIGHT_SECONDS = 600;
const HEADERS = ['content-type', ACTION_ID_HEADER, VISITOR_HEADER].join(', ');

/**
 * Lets pages of the other region read the replies of the few endpoints that allow it (`alsoOtherRegion`), without
 * cookies or an access token, so that such a page can do no more than its visitor could at this region's own page.
 */
export const otherRegionPages = plugin(
  async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
    app.decorate('otherRegionOrigins', origins);
    if (origins.length === 0) return;
    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.config.isOpenToOtherRegion) {
        const { origin } = request.headers;
        reply.header('vary', 'origin');
        if (origin && origins.includes(origin)) reply.header('access-control-allow-origin', origin);
      }
      done();
    });
  },
);

/** Answers the preflight of browsers before they call an endpoint of another origin. */
export function allowOtherRegion(app: FastifyInstance, method: string, url: string): void {
  if (app.otherRegionOrigins.length === 0) return;
  app.options(url, { config: { isOpenToOtherRegion: true } }, (_request, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-methods': method,
        'access-control-allow-headers': HEADERS,
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      })
      .send(),
  );
}
