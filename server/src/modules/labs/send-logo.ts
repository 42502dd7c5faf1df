import type { FastifyReply } from 'fastify';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';

const LOGO_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

/** Sends the stored logo of a lab; its key ends in its type. */
export async function sendLogo({ storage }: Services, reply: FastifyReply, key: string) {
  const type = found(LOGO_TYPES[key.slice(key.lastIndexOf('.') + 1).toLowerCase()]);
  return reply
    .type(type)
    .header('cache-control', 'private, max-age=3600')
    .send(await storage.read(key));
}
