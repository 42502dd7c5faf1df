import type { FastifyRequest } from 'fastify';

const PAGES = ['document', 'iframe', 'frame', 'embed', 'object'];

/** Whether a browser requests a document for a window or frame, or to save it. */
export const opensPage = (request: FastifyRequest): boolean =>
  PAGES.includes(String(request.headers['sec-fetch-dest']));
