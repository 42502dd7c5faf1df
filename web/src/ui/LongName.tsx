import { nameParts } from '@cusp/text/names';
import classes from './long-name.module.css';
import { marked } from './marked.tsx';

interface Props {
  first: string;
  last: string;
  /** Shown for an empty name. */
  none: string;
  /** Wraps a long name instead of truncating it. */
  wraps?: boolean;
  /** Folded words of a search, which are highlighted. */
  marks?: readonly string[];
}

const NONE: readonly string[] = [];

/** Latin letters of a name that fit on a line of most cards. */
const SHORT_NAME = 22;
const WIDE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Whether a name may need two columns; one Korean, Chinese or Japanese character is as wide as two Latin letters. */
export const isLongName = (name: string): boolean =>
  name.length + (name.match(WIDE)?.length ?? 0) > SHORT_NAME;

/**
 * A person's name on one line. A long one is truncated so that first and last name each keep at least half of
 * the line.
 */
export function LongName({ first, last, none, wraps = false, marks = NONE }: Props) {
  const [one = none, other] = nameParts(first, last);
  return (
    <span className={classes.name} data-wraps={wraps || undefined}>
      <span className={classes.first}>{marked(one, marks)}</span>{' '}
      {other && <span className={classes.last}>{marked(other, marks)}</span>}
    </span>
  );
}
