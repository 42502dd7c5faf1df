import type { Config } from '../../platform/config/config.ts';

/**
 * Whether a ticket may go to this address: only to the addresses and domains that the deployment names, so that nobody
 * mails strangers in its name. Lookalike letters count as different here, because the mail goes where it is typed.
 */
export function isTicketRecipient(config: Config, recipient: string): boolean {
  const address = recipient.toLowerCase();
  return [config.supportEmail, ...config.ticketRecipients]
    .map((allowed) => allowed.toLowerCase())
    .some((allowed) => (allowed.startsWith('@') ? address.endsWith(allowed) : address === allowed));
}
