import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { OutboxSms } from '../sms/sms-outbox.ts';
import type { OutboxMail } from './transport.ts';

const STYLE = `
  body { font: 15px/1.5 Inter, system-ui, sans-serif; margin: 0 auto; padding: 24px 16px; max-width: 880px;
    color: #212529; background: #fff; }
  a { color: #b84a00; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: 8px; border-bottom: 1px solid #dee2e6; vertical-align: top; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f5f6; border-radius: 8px; padding: 16px; }
  iframe { width: 100%; height: 640px; border: 1px solid #dee2e6; border-radius: 8px; }
`;

function page(title: string, nonce: string, ...content: ReactNode[]): string {
  const html = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, title),
      h('style', { nonce }, STYLE),
    ),
    h('body', null, h('main', null, h('h1', null, title), ...content)),
  );
  return `<!doctype html>${renderToStaticMarkup(html)}`;
}

/** The list of local mails and text messages, newest first. */
export function outboxPage(
  mails: readonly OutboxMail[],
  messages: readonly OutboxSms[],
  nonce: string,
): string {
  const mailRows = mails.map(({ id, at, to, subject }) => ({
    id,
    cells: [moment(at), to, h('a', { href: `/dev/outbox/${id}` }, subject)],
  }));
  const messageRows = messages.map(({ id, at, to, text }) => ({ id, cells: [moment(at), to, text] }));
  return page(
    'Outbox',
    nonce,
    ...section('Mails', 'No mail has been sent yet.', ['Time (UTC)', 'To', 'Subject'], mailRows),
    ...section(
      'Text messages',
      'No text message has been sent yet.',
      ['Time (UTC)', 'To', 'Text'],
      messageRows,
    ),
  );
}

const moment = (at: string): string => at.replace('T', ' ').slice(0, 19);

function section(
  title: string,
  none: string,
  columns: readonly string[],
  rows: readonly { id: string; cells: readonly ReactNode[] }[],
): ReactNode[] {
  const heading = h('h2', { key: title }, title);
  if (rows.length === 0) return [heading, h('p', { key: none }, none)];
  const head = h('tr', null, ...columns.map((name) => h('th', { key: name, scope: 'col' }, name)));
  const body = rows.map(({ id, cells }) => h('tr', { key: id }, ...cells.map((cell) => h('td', null, cell))));
  return [heading, h('table', { key: `${title} list` }, h('thead', null, head), h('tbody', null, ...body))];
}

/** One mail: its links adapted to this machine, its text, and a preview of its HTML. */
export function mailPage(mail: OutboxMail, nonce: string): string {
  const links = [...new Set(mail.text.match(/https?:\/\/\S+/g) ?? [])];
  return page(
    mail.subject,
    nonce,
    h('p', { key: 'back' }, h('a', { href: '/dev/outbox' }, 'Outbox')),
    h('p', { key: 'to' }, `To ${mail.to}, ${moment(mail.at)} UTC`),
    h(
      'ul',
      { key: 'links' },
      ...links.map((link) => h('li', { key: link }, h('a', { href: link, rel: 'noreferrer' }, link))),
    ),
    h('pre', { key: 'text' }, mail.text),
    h('iframe', { key: 'html', title: mail.subject, src: `/dev/outbox/${mail.id}/html`, sandbox: '' }),
  );
}
