import type { ComponentProps } from 'react';
import classes from './tick-box.module.css';

/**
 * A checkbox without words beside it, in plain elements: a list shows a hundred of them. It looks like Mantine's
 * smallest and takes what an input takes; `className` is for the room around it.
 */
export function TickBox({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className={className}>
      <span className={classes.box}>
        <input type="checkbox" className={classes.input} {...input} />
        <svg className={classes.tick} viewBox="0 0 10 7" aria-hidden>
          <path d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z" />
        </svg>
      </span>
    </span>
  );
}
