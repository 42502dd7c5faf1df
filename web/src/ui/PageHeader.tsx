import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface Props {
  title: string;
  text?: string;
  /** Buttons at the right. */
  children?: ReactNode;
}

/** The head of a screen: its one h1 and what one can do there. */
export function PageHeader({ title, text, children }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  );
}
