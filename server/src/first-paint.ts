import type { AppInfo } from '@cusp/contract/brand';
import { PAGES } from '@cusp/contract/pages';
import type { Language, SocialProvider } from '@cusp/contract/wire';
import { LANGUAGE_NAMES } from '@cusp/text/languages';
import type { i18n } from 'i18next';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { button, type EntryClasses, field, icon, image } from './first-paint-parts.ts';

/** What the page shows from its first paint. */
export interface PagePaint {
  info: AppInfo;
  language: Language;
  /** The person's choice; null follows the system. */
  scheme: 'light' | 'dark' | null;
  /** Allows the page's inline styles. */
  nonce: string;
  /** Without the slash at its end. */
  path: string;
  /** The request has the cookie of a session of a customer. */
  hasSession: boolean;
  /** The request has no cookie of any session. */
  isVisitor: boolean;
}

/** The namespaces of these pages. */
export const PAINT_TEXTS = ['login', 'common', 'signup', 'profile', 'password'] as const;

const PROVIDERS: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google' };

interface Scene {
  page: PagePaint;
  css: EntryClasses;
  t: ReturnType<i18n['getFixedT']>;
}

/**
 * The words and the places of the fields of a visitor's page, which the code then replaces by the real ones; '' for
 * other pages. Nothing of it can be focused and screen readers skip it, so that nobody meets the form twice or types
 * into a field that is about to be replaced. Nothing of the request is in it except the language.
 */
export function firstPaint(page: PagePaint, css: EntryClasses, texts: i18n): string {
  const scene = { page, css, t: texts.getFixedT(page.language) };
  if (!page.isVisitor) return '';
  if (page.path === '' || page.path === PAGES.login) return renderToStaticMarkup(signIn(scene));
  return page.path === PAGES.signup ? renderToStaticMarkup(signUp(scene)) : '';
}

const frame = (className: string | undefined, ...children: ReactNode[]): ReactElement =>
  h('div', { className: `paint ${className}`, inert: true, 'aria-hidden': true }, ...children);

const p = (className: string | undefined, ...children: ReactNode[]) => h('p', { className }, ...children);

function copyright({ page: { info }, css, t }: Scene): ReactNode {
  const { odm, ver } = info;
  const version = ver.split('.').slice(0, 3).join('.');
  const words = { years: odm.copyright_year, company: odm.company_name, app: odm.app_name, version };
  return p(css.brandPanel?.copyright, t('login:copyright', words));
}

/** As wide as its longest language, which only a real select is. */
const languages = ({ page, css }: Scene): ReactNode =>
  h(
    'div',
    { className: css.login?.language },
    h(
      'select',
      {
        className: 'mantine-Input-input paint-input',
        disabled: true,
        defaultValue: page.language,
        autoComplete: 'off',
      },
      ...Object.entries(LANGUAGE_NAMES).map(([value, name]) => h('option', { key: value, value }, name)),
    ),
  );

function signIn(scene: Scene): ReactElement {
  const { css, t, page } = scene;
  const { odm, social } = page.info;
  const { login = {}, brandPanel = {} } = css;
  const app = odm.app_name;
  const panel = h(
    'div',
    { className: `${brandPanel.panel} paint-wide` },
    h('div', { className: brandPanel.arches }),
    h('div', { className: brandPanel.brand }, image(odm.images.mark, 36), h('span', null, app)),
    h(
      'div',
      { className: brandPanel.words },
      p(brandPanel.tagline, t('login:tagline')),
      p(brandPanel.description, t('login:description', { app })),
      odm.demo_url && h('span', { className: brandPanel.demo }, t('login:demo')),
    ),
    copyright(scene),
  );
  const intro = h(
    'div',
    { className: `${login.intro} paint-small` },
    image(odm.images.mark, 40),
    p(login.introName, app),
    p(login.introTagline, t('login:tagline')),
  );
  const form = h(
    'div',
    { className: login.form },
    field(t('login:email'), { size: 'md' }),
    field(t('login:password'), { size: 'md' }),
    h('span', { className: `${login.forgot} paint-link` }, t('login:forgot')),
    h('div', { className: login.said }),
    button(t('login:submit'), { size: 'md', look: 'main' }),
    page.info.passkeys && button(t('login:passkey'), { size: 'md' }),
  );
  const providers = h(
    'div',
    { className: login.social },
    p(login.divider, t('login:social')),
    ...social.map((each) =>
      button(t('login:with', { provider: PROVIDERS[each] }), { size: 'md', icon: icon(18) }),
    ),
    h('div', null),
  );
  const footer = h(
    'div',
    { className: `${login.footer} paint-small` },
    p(login.footerText, t('login:description', { app })),
    odm.demo_url && button(t('login:demo'), { look: 'plain' }),
    copyright(scene),
  );
  return frame(
    login.page,
    panel,
    h(
      'div',
      { className: login.side },
      h('div', { className: login.top }, languages(scene), region(scene)),
      h(
        'div',
        { className: login.main },
        intro,
        h('h1', { className: login.title }, t('login:title')),
        form,
        social.length > 0 && providers,
        p(login.create, h('span', null, t('login:newHere', { app })), button(t('login:create'))),
      ),
      footer,
    ),
  );
}

function region({ page: { info }, t }: Scene): ReactNode {
  if (!info.odm.is_default_brand || !info.other_region_url) return null;
  return button(t(`common:toRegion.${info.server_loc === 'EU' ? 'US' : 'EU'}`));
}

function signUp(scene: Scene): ReactElement {
  const { css, t, page } = scene;
  const { info, language } = page;
  const { entryPage = {}, formPage = {}, fields = {} } = css;
  const app = info.odm.app_name;
  const optional = (label: string) =>
    h('span', null, label, ' ', h('span', { className: fields.optional }, t('profile:optional')));
  const names = [field(t('profile:fields.firstName')), field(t('profile:fields.lastName'))];
  const pair = (className: string | undefined, ...both: ReactNode[]) => h('div', { className }, ...both);
  const choose = t('profile:choose');
  const verify = button(t('profile:phone.verify'), { look: 'off', className: css.phone?.verify });
  return frame(
    entryPage.page,
    h(
      'div',
      { className: entryPage.top },
      h('span', { className: entryPage.brand }, image(info.odm.images.mark, 28), h('span', null, app)),
      languages(scene),
    ),
    h(
      'div',
      { className: entryPage.card, 'data-wide': true },
      h('span', { className: `${formPage.back} paint-link` }, icon(), t('common:back')),
      h('h1', { className: formPage.title }, t('signup:title')),
      p(formPage.text, t('signup:intro', { app })),
      h(
        'div',
        { className: formPage.form },
        pair(formPage.pair, ...(language === 'ko' ? names.reverse() : names)),
        field(t('profile:fields.email')),
        pair(
          formPage.pair,
          h('div', null, field(t('signup:password')), strength(scene)),
          field(t('signup:passwordConfirm')),
        ),
        pair(
          fields.pair,
          field(t('profile:fields.role'), { placeholder: choose }),
          field(optional(t('profile:fields.institution'))),
        ),
        pair(
          fields.pair,
          field(t('profile:fields.country'), { placeholder: choose }),
          field(optional(t('profile:fields.phone')), {
            hint: t('profile:phoneHint'),
            beside: { row: css.phone?.row, button: verify },
          }),
        ),
        field(optional(t('profile:fields.address'))),
        picture(scene),
        h(
          'div',
          { className: formPage.end },
          info.recaptcha_key
            ? h('div', { className: formPage.box })
            : h('div', { className: formPage.line }, icon(18), h('span', null, t('signup:human.idle'))),
          button(t('signup:create'), { size: 'md', look: 'off' }),
        ),
      ),
    ),
    h('div', { className: entryPage.footer }, copyright(scene)),
  );
}

const strength = ({ css, t }: Scene): ReactNode =>
  h(
    'div',
    { className: css.passwords?.strength },
    h('span', { className: css.passwords?.bars }, ...[1, 2, 3, 4].map((step) => h('span', { key: step }))),
    h('span', null, t('password:strength.rule')),
  );

const picture = ({ css: { picture = {}, avatar = {} }, t }: Scene): ReactNode =>
  h(
    'div',
    { className: picture.field },
    h('span', { className: `${avatar.avatar} ${avatar.initials} paint-picture` }),
    h(
      'div',
      { className: picture.side },
      h(
        'div',
        { className: picture.label },
        t('profile:fields.picture'),
        ' ',
        h('span', { className: picture.optional }, t('profile:optional')),
      ),
      h(
        'div',
        { className: picture.buttons },
        button(t('profile:picture.choose'), { size: 'xs', icon: icon() }),
      ),
      p(picture.hint, t('profile:picture.hint')),
    ),
  );
