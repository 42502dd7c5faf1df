import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSmallScreen } from '../../../client/small-screen.ts';
import classes from './section.module.css';

interface Props {
  title: string;
  /** A short summary of its content, next to the title. */
  summary?: ReactNode;
  children: ReactNode;
}

/** One section of the form; collapsible on phones. */
export function Section({ title, summary, children }: Props) {
  const small = useSmallScreen();
  const heading = <h2 className={classes.title}>{title}</h2>;
  if (!small) {
    return (
      <section className={classes.section} aria-label={title}>
        <header className={classes.head}>{heading}</header>
        {children}
      </section>
    );
  }
  return (
    <details className={classes.section} open>
      <summary className={classes.head}>
        {heading}
        {summary && <span className={classes.summary}>{summary}</span>}
        <IconChevronDown className={classes.chevron} size={18} stroke={1.7} aria-hidden />
      </summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
