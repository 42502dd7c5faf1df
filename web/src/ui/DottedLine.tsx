import type { ReactNode } from 'react';
import classes from './dotted-line.module.css';

interface Props {
  /** Empty ones are left out. */
  facts: readonly ReactNode[];
}

/** Facts with dots between them. No line starts or ends with a dot, wherever the text wraps. */
export function DottedLine({ facts }: Props) {
  const shown = facts.filter(Boolean);
  return (
    <span className={classes.facts}>
      <span className={classes.line}>
        {shown.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts have no other identity
          <span key={index} className={classes.fact}>
            {index > 0 && <span className={classes.dot}> · </span>}
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
