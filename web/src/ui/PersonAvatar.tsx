import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './person-avatar.module.css';

/** Up to two letters for a person without a picture; for Hangul names the first syllable of the family name. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/[()[\]]/g, ' ')
    .split(/[\s,]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
  return (
    /^[\p{Script=Hangul}\p{Script=Han}]/u.test(letters) ? ([...letters][0] ?? '') : letters
  ).toUpperCase();
}

interface Props {
  /** Empty for a deleted account. */
  name: string;
  picture?: string | null;
  /** Pixels. */
  size?: number;
}

/**
 * A person's picture or initials, in plain elements because lists show a hundred of them. Decorative: the
 * name is next to it or labels the control.
 */
export function PersonAvatar({ name, picture, size = 32 }: Props) {
  const [broken, setBroken] = useState<string>();
  const side = `${size / 16}rem`;
  return picture && picture !== broken ? (
    <img
      className={classes.avatar}
      style={{ width: side, height: side }}
      src={picture}
      alt=""
      onError={() => setBroken(picture)}
    />
  ) : (
    <span
      className={`${classes.avatar} ${classes.initials}`}
      style={{ width: side, height: side, fontSize: Math.max(10, Math.round(size * 0.36)) }}
      data-initials={initialsOf(name)}
      aria-hidden
    />
  );
}

/** A person's name, '(Unknown)' for a deleted account. */
export function PersonName({ name }: { name: string }) {
  const { t } = useTranslation('common');
  return name || t('unknown');
}
