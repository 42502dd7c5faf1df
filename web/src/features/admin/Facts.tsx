import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Facts about one object on a page of the administration: names on the left, values on the right. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{value || '–'}</dd>
    </div>
  );
}
