import { nameParts } from '@cusp/text/names';
import classes from './long-name.module.css';

interface Props {
  first: string;
  last: string;
  /** Shown for an empty name. */
  none: string;
  /** Wraps a long name instead of truncating it. */
  wraps?: boolean;
}

/**
 * A person's name on one line. A long one is truncated so that first and last name each keep at least half of
 * the line.
 */
export function LongName({ first, last, none, wraps = false }: Props) {
  const [one = none, other] = nameParts(first, last);
  return (
    <span className={classes.name} data-wraps={wraps || undefined}>
      <span className={classes.first}>{one}</span> {other && <span className={classes.last}>{other}</span>}
    </span>
  );
}
