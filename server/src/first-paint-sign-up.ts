import { createElement as h, type ReactElement, type ReactNode } from 'react';
import {
  button,
  copyright,
  field,
  frame,
  icon,
  image,
  languages,
  p,
  type Scene,
} from './first-paint-parts.ts';

/** The form of /signup. */
export function signUp(scene: Scene): ReactElement {
  const { css, t, page } = scene;
  const { info, language } = page;
  const { entryPage = {}, formPage = {}, fields = {} } = css;
  const app = info.odm.app_name;
  const optional = (label: string) => h('span', null, ...optionalLabel(scene, label));
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
      h(
        'div',
        { className: formPage.back },
        h('span', { className: `${css.backLink?.back} paint-link` }, icon(), t('common:back')),
      ),
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

const optionalLabel = ({ css, t }: Scene, label: string): ReactNode[] => [
  label,
  ' ',
  h('span', { className: css.optionalLabel?.optional, key: 'optional' }, t('common:optional')),
];

const picture = (scene: Scene): ReactNode => {
  const {
    css: { picture = {}, avatar = {} },
    t,
  } = scene;
  return h(
    'div',
    { className: picture.field },
    h('span', { className: `${avatar.avatar} ${avatar.initials} paint-picture` }),
    h(
      'div',
      { className: picture.side },
      h('div', { className: picture.label }, ...optionalLabel(scene, t('profile:fields.picture'))),
      h(
        'div',
        { className: picture.buttons },
        button(t('profile:picture.choose'), { size: 'xs', icon: icon() }),
      ),
      p(picture.hint, t('profile:picture.hint')),
    ),
  );
};
