import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './Drawing.tsx';
import classes from './states.module.css';

interface Props {
  title: string;
  text?: string;
  /** For a panel; a list or a page has a drawing. */
  icon?: ReactNode;
  drawing?: DrawingName;
  /** The suggested action, usually one button. */
  action?: ReactNode;
}

/** The state of a list without entries. */
export function EmptyState({ title, text, icon, drawing, action }: Props) {
  return (
    <div className={classes.state}>
      {drawing && <Drawing name={drawing} />}
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
