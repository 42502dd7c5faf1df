import { nameParts } from '@cusp/text/names';
import classes from './long-name.module.css';
import { Marked } from './Marked.tsx';

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

/**
 * A person's name on one line. A long one is truncated so that first and last name each keep at least half of
 * the line.
 */
export function LongName({ first, last, none, wraps = false, marks = NONE }: Props) {
  const [one = none, other] = nameParts(first, last);
  return (
    <span className={classes.name} data-wraps={wraps || undefined}>
      <span className={classes.first}>
        <Marked text={one} words={marks} />
      </span>{' '}
      {other && (
        <span className={classes.last}>
          <Marked text={other} words={marks} />
        </span>
      )}
    </span>
  );
}
