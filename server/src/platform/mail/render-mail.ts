import { withoutTurning } from '@cusp/text/unseen';
import type { i18n } from 'i18next';
import { skinOfKey } from '../brand/brands.ts';
import { addressOfBrand } from '../brand/site.ts';
import type { Config } from '../config/config.ts';
import { languageOrEnglish, loadTexts } from '../texts/load-texts.ts';
import type { MailContent } from './mail-layout.ts';
import type { CaseNews, MailRequest } from './mail-request.ts';
import type { OutgoingMail } from './transport.ts';

/** One line for a header: user input must not be able to begin a header or change the reading direction. */
const oneLine = (value: string): string =>
  withoutTurning(value)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** A plain name: links, numbers or sentences of strangers must not reach a mailbox. */
const PLAIN_NAME = /^(?!.*\p{L}\.\p{L}{2})[\p{L}\p{M} .'’-]{1,40}$/u;
const isGreeted = ({ template, params: { name = '' } }: MailRequest): boolean =>
  template === 'activation' ? PLAIN_NAME.test(name) : name !== '';

/** Renders a mail in the language and skin of its reader, as HTML and as plain text. */
type RenderMail = (mail: MailRequest) => Promise<OutgoingMail>;

/** Texts and templates are loaded with the first mail, so that they do not delay the start. */
export function createRenderMail(config: Config): RenderMail {
  return async (mail) => {
    const [texts, { mailLayout }, { render }] = await Promise.all([
      loadTexts('mail'),
      import('./mail-layout.ts'),
      import('@react-email/render'),
    ]);
    const content = contentOf(mail, texts, config);
    return {
      from: { name: content.skin.app_name, address: config.mailFrom },
      to: mail.to,
      subject: content.subject,
      html: await render(mailLayout(content)),
      text: plainTextOf(content),
    };
  };
}

function contentOf(mail: MailRequest, texts: i18n, config: Config): MailContent {
  const language = languageOrEnglish(mail.language);
  const skin = skinOfKey(mail.brand);
  const publicUrl = addressOfBrand(config, skin.key);
  const t = texts.getFixedT(language, 'mail');
  const { sender = '', institution = '', message = '', link = '/', count } = mail.params;
  const values = {
    ...mail.params,
    // A number, because i18next chooses the plural form by it.
    ...(count === undefined ? {} : { count: Number(count) }),
    by: mail.params.by || t('common.somebody'),
    authors: mail.params.authors || t('common.somebody'),
    app: skin.app_name,
    company: skin.company_name,
    who: institution ? `${sender} (${institution})` : sender,
  };
  const say = (key: string, more: object = {}) => oneLine(String(t(key, { ...values, ...more })));
  const news = newsOf(mail).map(({ what, by, count }) =>
    say(`${mail.template}.news.${what}`, { by: by || t('common.somebody'), count }),
  );
  const paragraphs = news.length > 0 ? news.map((line) => `${line}.`) : [say(`${mail.template}.body`)];
  if (texts.exists(`mail:${mail.template}.note`, { lng: language }))
    paragraphs.push(say(`${mail.template}.note`));
  return {
    language,
    skin,
    publicUrl,
    subject: news[0] ?? say(`${mail.template}.subject`),
    greeting: say(isGreeted(mail) ? 'common.greeting' : 'common.greetingNobody'),
    heading: say(`${mail.template}.heading`),
    paragraphs,
    quote: message.trim() || null,
    button: { label: say(`${mail.template}.button`), url: urlOf(publicUrl, link) },
    linkHint: say('common.linkHint'),
    footer: [say('common.automatic'), say('common.sentBy')],
  };
}

/** The lines of a mail that lists changes; empty for other mails. */
const newsOf = ({ params: { news } }: MailRequest): CaseNews[] =>
  news === undefined ? [] : (JSON.parse(news) as CaseNews[]);

/** Absolute URL of a path; throws for a link that would lead to another host. */
function urlOf(publicUrl: string, path: string): string {
  const url = new URL(path, publicUrl);
  if (!path.startsWith('/') || url.origin !== new URL(publicUrl).origin)
    throw new Error('a mail may only link to a path of this site');
  return publicUrl + path;
}

function plainTextOf(mail: MailContent): string {
  const quote = mail.quote?.split('\n').map((line) => `> ${line}`) ?? [];
  const blocks = [
    mail.heading,
    mail.greeting,
    ...mail.paragraphs,
    ...(quote.length > 0 ? [quote.join('\n')] : []),
    `${mail.button.label}:\n${mail.button.url}`,
    `-- \n${mail.footer.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
