import type { ComponentProps } from 'react';
import classes from './tick-box.module.css';

/**
 * A checkbox without words beside it, one plain element: a list shows a hundred of them. It looks like Mantine's
 * smallest and takes what an input takes; `className` is for the room around it.
 */
export function TickBox({ className = '', ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={`${classes.box} ${className}`} {...input} />;
}
