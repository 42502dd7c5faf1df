import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './outcome.module.css';

interface Props {
  icon: ComponentType<IconProps>;
  tone?: 'good' | 'bad' | 'plain';
  title: string;
  text?: string;
  /** Buttons below. */
  children?: ReactNode;
}

/** How something ended, in one card: what it means and where to go from here. */
export function Outcome({ icon: Icon, tone = 'plain', title, text, children }: Props) {
  return (
    <div className={classes.outcome} role="status">
      <span className={classes.icon} data-tone={tone} aria-hidden>
        <Icon size={26} stroke={1.6} />
      </span>
      <h1 className={classes.title}>{title}</h1>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
