import { type ReactNode, useId } from 'react';
import classes from './titled-card.module.css';

interface Props {
  title: string;
  /** Rows reach the card's edges and are separated by lines. */
  rows?: boolean;
  children: ReactNode;
}

/** One section of a long form under its heading. */
export function TitledCard({ title, rows = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div className={rows ? classes.rows : classes.body}>{children}</div>
    </section>
  );
}
