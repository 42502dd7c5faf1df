import type { Services } from '../services.ts';
import type { MailRequest } from './mail-request.ts';
import { createRenderMail } from './render-mail.ts';
import { createSendMail } from './transport.ts';

/** Renders and sends the mails of the queue; a failed one is retried later. */
export async function workMails(services: Services): Promise<void> {
  const render = createRenderMail(services.config);
  const send = createSendMail(services.config);
  // Eager, because one event may mail many people, who should not wait for each other. The payload is not kept, because
  // a mail may hold a link that opens an account.
  await services.jobs.work('mail', async (mail) => send(await render(mail as MailRequest)), {
    isEager: true,
    isForgotten: true,
  });
}
