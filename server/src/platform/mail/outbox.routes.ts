import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import { found } from '../http/refusal.ts';
import { listSms } from '../sms/sms-outbox.ts';
import { listOutbox, readOutbox } from './outbox.ts';
import { outboxDir } from './transport.ts';

/**
 * The local outbox as a page, and as JSON for tests. It shows links and codes that open accounts, so it exists only
 * outside production and only when mails are not really sent.
 */
export async function registerOutboxRoutes(app: FastifyInstance, config: Config): Promise<void> {
  if (config.production || config.smtpUrl) return;
  // Loaded on demand, because it brings React's renderer.
  const { mailPage, outboxPage } = await import('./outbox-page.ts');
  const dir = outboxDir(config);

  app.get('/dev/outbox', async (_request, reply) => {
    const nonce = withPolicy(reply);
    return outboxPage(await listOutbox(dir), await listSms(dir), nonce);
  });
  app.get('/dev/outbox.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { mails: await listOutbox(dir), messages: await listSms(dir) };
  });
  app.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params }, reply) => {
    const mail = found(await readOutbox(dir, params.id));
    return mailPage(mail, withPolicy(reply));
  });
  app.get<{ Params: { id: string } }>('/dev/outbox/:id/html', async ({ params }, reply) => {
    const mail = found(await readOutbox(dir, params.id));
    reply.header('x-frame-options', 'SAMEORIGIN');
    send(reply, "style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox");
    return mail.html;
  });
}

function withPolicy(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  send(reply, `style-src 'nonce-${nonce}'; frame-src 'self'; frame-ancestors 'none'`);
  return nonce;
}

function send(reply: FastifyReply, policy: string): void {
  reply.header(
    'content-security-policy',
    `default-src 'none'; base-uri 'none'; form-action 'none'; ${policy}`,
  );
  reply.header('cache-control', 'no-store');
  reply.type('text/html; charset=utf-8');
}
