import type { FastifyRequest } from 'fastify';

const PAGES = ['document', 'iframe', 'frame', 'embed', 'object'];

/** Whether a browser asks for something to put it into a window or frame of its own, or to save it from there. */
export const opensPage = (request: FastifyRequest): boolean =>
  PAGES.includes(String(request.headers['sec-fetch-dest']));
