import type { ReactNode } from 'react';
import { BackLink } from './BackLink.tsx';
import { PageTitle } from './PageTitle.tsx';
import classes from './page-header.module.css';

interface Props {
  title: string;
  text?: string;
  /** Where the page was opened from. */
  back?: { to: string; text: string };
  /** Buttons at the right. */
  children?: ReactNode;
}

/** The head of a screen: its only h1 and its actions. */
export function PageHeader({ title, text, back, children }: Props) {
  return (
    <header className={classes.header} data-back={back !== undefined || undefined}>
      <div className={classes.titles}>
        {back && <BackLink {...back} />}
        <PageTitle className={classes.title}>{title}</PageTitle>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  );
}
