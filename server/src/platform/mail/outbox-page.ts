import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
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

/** The list of local mails, newest first. */
export function outboxPage(mails: readonly OutboxMail[], nonce: string): string {
  if (mails.length === 0) return page('Outbox', nonce, h('p', { key: 'none' }, 'No mail has been sent yet.'));
  const rows = mails.map((mail) =>
    h(
      'tr',
      { key: mail.id },
      h('td', null, mail.at.replace('T', ' ').slice(0, 19)),
      h('td', null, mail.to),
      h('td', null, h('a', { href: `/dev/outbox/${mail.id}` }, mail.subject)),
    ),
  );
  const head = h('tr', null, ...['Time (UTC)', 'To', 'Subject'].map((name) => h('th', { key: name }, name)));
  return page(
    'Outbox',
    nonce,
    h('table', { key: 'list' }, h('thead', null, head), h('tbody', null, ...rows)),
  );
}

/** One mail: its links as they work here, its text, and how its HTML looks. */
export function mailPage(mail: OutboxMail, nonce: string): string {
  const links = [...new Set(mail.text.match(/https?:\/\/\S+/g) ?? [])];
  return page(
    mail.subject,
    nonce,
    h('p', { key: 'back' }, h('a', { href: '/dev/outbox' }, 'All mails')),
    h('p', { key: 'to' }, `To ${mail.to}, ${mail.at.replace('T', ' ').slice(0, 19)} UTC`),
    h(
      'ul',
      { key: 'links' },
      ...links.map((link) => h('li', { key: link }, h('a', { href: link, rel: 'noreferrer' }, link))),
    ),
    h('pre', { key: 'text' }, mail.text),
    h('iframe', { key: 'html', title: mail.subject, src: `/dev/outbox/${mail.id}/html`, sandbox: '' }),
  );
}
