import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';
import classes from './page-header.module.css';

interface Props {
  title: string;
  text?: string;
  /** Buttons at the right. */
  children?: ReactNode;
}

/** The head of a screen: its only h1 and its actions. */
export function PageHeader({ title, text, children }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <PageTitle className={classes.title}>{title}</PageTitle>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  );
}
