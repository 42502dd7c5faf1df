import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import { createElement as h, type ReactElement } from 'react';
import type { skinOfKey } from '../brand/brands.ts';

export interface MailContent {
  language: string;
  skin: ReturnType<typeof skinOfKey>;
  /** Base URL of the brand's pictures. */
  publicUrl: string;
  subject: string;
  greeting: string;
  heading: string;
  paragraphs: string[];
  /** Text by the person who caused the mail. */
  quote: string | null;
  button: { label: string; url: string };
  linkHint: string;
  footer: string[];
}

const FONT = 'Inter, "Segoe UI", Helvetica, Arial, sans-serif';
/** Wraps long words, so that a long name does not make the mail wider than a phone. */
const WRAPPED = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;
const text = {
  ...WRAPPED,
  fontFamily: FONT,
  fontSize: 15,
  lineHeight: '24px',
  color: '#212529',
  margin: '0 0 16px',
};
const small = { fontFamily: FONT, fontSize: 13, lineHeight: '20px', color: '#5c636a', margin: '0 0 8px' };

/** The layout of all mails: logo, heading, paragraphs, a button, and the button's address as text. */
export function mailLayout(mail: MailContent): ReactElement {
  const { skin } = mail;
  return h(
    Html,
    { lang: mail.language, dir: 'ltr' },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light' }),
      h('meta', { name: 'supported-color-schemes', content: 'light' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', null, mail.subject),
    ),
    h(Preview, null, mail.paragraphs[0] ?? mail.heading),
    h(
      Body,
      { style: { backgroundColor: '#f4f5f6', margin: 0, padding: '24px 8px', fontFamily: FONT } },
      h(
        Container,
        { style: { backgroundColor: '#ffffff', borderRadius: 8, padding: 32, maxWidth: 560 } },
        h(Img, {
          src: mail.publicUrl + skin.images.logo,
          alt: skin.app_name,
          height: 32,
          style: {
            fontFamily: FONT,
            fontSize: 20,
            fontWeight: 600,
            color: skin.main_color,
            marginBottom: 24,
          },
        }),
        h(
          Heading,
          { as: 'h1', style: { ...text, fontSize: 20, lineHeight: '28px', fontWeight: 600 } },
          mail.heading,
        ),
        h(Text, { style: text }, mail.greeting),
        ...mail.paragraphs.map((paragraph) => h(Text, { key: paragraph, style: text }, paragraph)),
        mail.quote &&
          h(
            Text,
            {
              style: {
                ...text,
                borderLeft: `3px solid ${skin.main_color}`,
                paddingLeft: 12,
                whiteSpace: 'pre-line',
              },
            },
            mail.quote,
          ),
        h(
          Section,
          { style: { margin: '24px 0' } },
          h(
            Button,
            {
              href: mail.button.url,
              style: {
                backgroundColor: skin.main_color,
                color: '#ffffff',
                fontFamily: FONT,
                fontSize: 15,
                fontWeight: 600,
                borderRadius: 8,
                padding: '12px 20px',
              },
            },
            mail.button.label,
          ),
        ),
        h(Text, { style: small }, mail.linkHint),
        h(
          Text,
          { style: { ...small, wordBreak: 'break-all' } },
          h(Link, { href: mail.button.url, style: { color: skin.main_color } }, mail.button.url),
        ),
        h(Hr, { style: { borderColor: '#dee2e6', margin: '24px 0 16px' } }),
        ...mail.footer.map((line) => h(Text, { key: line, style: small }, line)),
      ),
    ),
  );
}
