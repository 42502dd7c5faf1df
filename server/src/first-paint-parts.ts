import { createElement as h, type ReactNode } from 'react';

/** The classes of the style sheets that `web/entry-classes.ts` names, by sheet. */
export type EntryClasses = Record<string, Record<string, string>>;

export type Size = 'sm' | 'md';

/** Where an icon will be. */
export const icon = (size: 16 | 18 = 16) => h('span', { className: 'paint-icon', 'data-size': size });

interface FieldOptions {
  size?: Size;
  placeholder?: string;
  hint?: string;
  /** What is beside the box. */
  beside?: { row: string | undefined; button: ReactNode };
}

/** A field with its label: the names `mantine-…` give it the sizes that real ones have on phones. */
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
    h('span', { className: 'mantine-InputWrapper-label paint-label', 'data-size': size }, label),
    beside ? h('div', { className: beside.row }, h('div', null, box), beside.button) : box,
    hint && h('div', { className: 'paint-hint' }, hint),
  );
}

interface ButtonOptions {
  /** The main action, an action that is not possible yet, or one without a border; else one with a border. */
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
