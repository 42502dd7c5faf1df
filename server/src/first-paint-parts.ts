import type { AppInfo } from '@cusp/contract/brand';
import { PAGES } from '@cusp/contract/pages';
import type { Language } from '@cusp/contract/wire';
import { LANGUAGE_NAMES } from '@cusp/text/languages';
import type { i18n } from 'i18next';
import { createElement as h, type ReactElement, type ReactNode } from 'react';

/** The classes of the style sheets that `web/entry-classes.ts` names, by sheet. */
export type EntryClasses = Record<string, Record<string, string>>;

/** Data that a page shows from its first paint. */
export interface PagePaint {
  info: AppInfo;
  language: Language;
  /** The person's choice; null follows the system. */
  scheme: 'light' | 'dark' | null;
  /** Allows the page's inline styles. */
  nonce: string;
  /** Without the slash at its end. */
  path: string;
  /** What follows the '?' in its URL. */
  query: string;
  /** The request has the session cookie of a customer. */
  hasSession: boolean;
  /** The request comes from a service worker, which stores the files of the pages. */
  hasWorker: boolean;
  /** The request has no cookie of any session. */
  isVisitor: boolean;
}

export type PaintedPage = 'login' | 'signup';

/** The painted page that a visitor sees at this address; null for other pages and people. */
export function paintedPage({ path, isVisitor }: PagePaint): PaintedPage | null {
  if (!isVisitor) return null;
  if (path === '' || path === PAGES.login) return 'login';
  return path === PAGES.signup ? 'signup' : null;
}

/** Input that the parts of a painted page share. */
export interface Scene {
  page: PagePaint;
  css: EntryClasses;
  t: ReturnType<i18n['getFixedT']>;
}

export type Size = 'sm' | 'md';

/** Where an icon will be. */
export const icon = (size: 16 | 18 = 16) => h('span', { className: 'paint-icon', 'data-size': size });

interface FieldOptions {
  size?: Size;
  placeholder?: string;
  hint?: string;
  /** Elements beside the box. */
  beside?: { row: string | undefined; button: ReactNode };
}

/** A field with its label: the `mantine-…` class names give it the sizes of real fields on phones. */
export function field(
  label: ReactNode,
  { size = 'sm', placeholder, hint, beside }: FieldOptions = {},
): ReactNode {
  const box = h(
    'div',
    { className: 'mantine-Input-input paint-input', 'data-size': size },
    placeholder && h('span', { className: 'paint-placeholder' }, placeholder),
  );
  return h(
    'div',
    null,
    h('span', { className: 'mantine-InputWrapper-label paint-label' }, label),
    beside ? h('div', { className: beside.row }, h('div', null, box), beside.button) : box,
    hint && h('div', { className: 'paint-hint' }, hint),
  );
}

interface ButtonOptions {
  /** The main action, a disabled action, or one without a border; else one with a border. */
  look?: 'main' | 'off' | 'plain';
  size?: 'xs' | Size;
  className?: string | undefined;
  icon?: ReactNode;
}

export const button = (label: string, { look, size = 'sm', className, icon }: ButtonOptions = {}) =>
  h(
    'span',
    {
      className: ['mantine-Button-root paint-button', className].filter(Boolean).join(' '),
      'data-size': size,
      'data-look': look,
    },
    icon,
    label,
  );

export const image = (src: string, size: number) => h('img', { src, alt: '', width: size, height: size });

export const frame = (className: string | undefined, ...children: ReactNode[]): ReactElement =>
  h('div', { className: `paint ${className}`, inert: true, 'aria-hidden': true }, ...children);

export const p = (className: string | undefined, ...children: ReactNode[]) =>
  h('p', { className }, ...children);

export function copyright({ page: { info }, css, t }: Scene): ReactNode {
  const { odm, ver } = info;
  const version = ver.split('.').slice(0, 3).join('.');
  const words = { years: odm.copyright_year, company: odm.company_name, app: odm.app_name, version };
  return p(css.brandPanel?.copyright, t('login:copyright', words));
}

/** As wide as its longest language, which only a real select would be. */
export const languages = ({ page, css }: Scene): ReactNode =>
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
