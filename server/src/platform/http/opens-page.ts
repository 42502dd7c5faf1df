import type { FastifyRequest } from 'fastify';

const PAGES = ['document', 'iframe', 'frame', 'embed', 'object'];

/** Whether a browser requests something for a window or frame of its own, or to save it. */
export const opensPage = (request: FastifyRequest): boolean =>
  PAGES.includes(String(request.headers['sec-fetch-dest']));
