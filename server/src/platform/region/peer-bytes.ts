import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { freeBehind } from '../http/free-behind.ts';
import type { Services } from '../services.ts';
import { type BytesCall, refusalOf, serveSigned, signedRequest } from './peer-call.ts';

/** The other region does not have the bytes; any other error may be temporary. */
export class NoSuchBytes extends Error {}

/**
 * Requests bytes from the other region; the caller reads them with its own time limit, and aborts with the signal. The
 * caller may free each chunk: `fetch` copies every chunk and leaves both copies to the garbage collector.
 * @throws NoSuchBytes if it does not have them, Error for every other reply but 200.
 */
export async function askPeerForBytes<In extends z.ZodType>(
  { config, stopping }: Services,
  call: BytesCall<In>,
  input: z.input<In>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url, body, ...asked } = await signedRequest(config, call, input);
  const { request } = url.startsWith('https:') ? https : http;
  const options = { ...asked, signal: AbortSignal.any([signal, stopping]) };
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options).once('response', resolve).on('error', reject).end(body);
  });
  if (reply.statusCode === 200) return reply;
  reply.destroy();
  throw reply.statusCode === 404
    ? new NoSuchBytes()
    : new Error(refusalOf(reply.statusCode, reply.headers['www-authenticate']));
}

/**
 * Answers a call with `size` bytes; the rules are those of `servePeer`. The chunks of `bytes` are freed and must not be
 * used elsewhere.
 */
export function servePeerBytes<In extends z.ZodType>(
  app: FastifyInstance,
  services: Services,
  call: BytesCall<In>,
  answer: (input: z.output<In>) => Promise<{ size: number; bytes: Readable }>,
): void {
  serveSigned(app, services, call, async (input, reply) => {
    const { size, bytes } = await answer(input);
    return reply
      .header('cache-control', 'no-store')
      .header('content-length', size)
      .type('application/octet-stream')
      .send(freeBehind(bytes, reply.raw));
  });
}
