import type { SocialProvider } from '@cusp/contract/wire';
import type { i18n } from 'i18next';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  button,
  copyright,
  type EntryClasses,
  field,
  frame,
  icon,
  image,
  languages,
  type PagePaint,
  p,
  paintedPage,
  type Scene,
} from './first-paint-parts.ts';
import { signUp } from './first-paint-sign-up.ts';

/** The namespaces of these pages. */
export const PAINT_TEXTS = ['login', 'common', 'signup', 'profile', 'password'] as const;

const PROVIDERS: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google' };

/**
 * The words and fields of a visitor's page, which the real components then replace; '' for other pages. They cannot be
 * focused and screen readers skip them, so that people do not encounter the form twice or type into a field that is
 * about to be replaced. Only the language is taken from the request.
 */
export function firstPaint(page: PagePaint, css: EntryClasses, texts: i18n): string {
  const scene = { page, css, t: texts.getFixedT(page.language) };
  const painted = paintedPage(page);
  return painted ? renderToStaticMarkup(painted === 'login' ? signIn(scene) : signUp(scene)) : '';
}

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
