import type { ReactNode } from 'react';
import classes from './states.module.css';

interface Props {
  title: string;
  text?: string;
  icon?: ReactNode;
  /** The suggested action, usually one button. */
  action?: ReactNode;
}

/** The state of a list without entries. */
export function EmptyState({ title, text, icon, action }: Props) {
  return (
    <div className={classes.state}>
      {icon && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
