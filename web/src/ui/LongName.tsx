import { nameParts } from '@cusp/text/names';
import classes from './long-name.module.css';

interface Props {
  first: string;
  last: string;
  /** Shown where there is no name. */
  none: string;
  /** Over several lines where one is too short. */
  wraps?: boolean;
}

/** A person's name on one line. Where it does not fit, both names are cut and each keeps at least half of the line. */
export function LongName({ first, last, none, wraps = false }: Props) {
  const [one = none, other] = nameParts(first, last);
  return (
    <span className={classes.name} data-wraps={wraps || undefined}>
      <span className={classes.first}>{one}</span> {other && <span className={classes.last}>{other}</span>}
    </span>
  );
}
