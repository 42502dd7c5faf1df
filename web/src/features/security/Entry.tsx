import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './security.module.css';

interface Props {
  icon: ComponentType<IconProps>;
  name: string;
  mark?: string;
  lines: readonly string[];
  /** Buttons at the right. */
  children?: ReactNode;
}

/** One line of a card: what it is, what is known of it, what can be done. */
export function Entry({ icon: Icon, name, mark, lines, children }: Props) {
  return (
    <li className={classes.entry}>
      <span className={classes.icon} aria-hidden>
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={classes.about}>
        <div className={classes.titleLine}>
          <span className={classes.name}>{name}</span>
          {mark && (
            <span className={classes.mark} data-tone="good">
              {mark}
            </span>
          )}
        </div>
        {lines.map((line) => (
          <p key={line} className={classes.text}>
            {line}
          </p>
        ))}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  );
}
