import type { IconProps } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId } from 'react';
import { DottedLine } from '../../ui/DottedLine.tsx';
import classes from './security.module.css';

interface Props {
  title: string;
  text: string;
  mark?: { text: string; tone: 'good' | 'plain' };
  /** Shown at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, text, mark, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <div className={classes.about}>
          <div className={classes.titleLine}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            {mark && (
              <span className={classes.mark} data-tone={mark.tone}>
                {mark.text}
              </span>
            )}
          </div>
          <p className={classes.text}>{text}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

interface EntryProps {
  icon: ComponentType<IconProps>;
  name: string;
  mark?: string;
  /** A line is a sentence, or several facts. */
  lines: readonly (string | readonly string[])[];
  /** Buttons at the right. */
  children?: ReactNode;
}

/** Characters of a line that needs the width of a phone. */
const LONG = 80;

/** One row of a card: name, details and actions. */
export function Entry({ icon: Icon, name, mark, lines, children }: EntryProps) {
  const factsOf = lines.map((line) => (typeof line === 'string' ? [line] : line));
  const isLong = factsOf.some((facts) => facts.join('').length > LONG);
  return (
    <li className={classes.entry} data-long={isLong || undefined}>
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
        {factsOf.map((facts) => (
          <div key={facts.join()} className={classes.text}>
            <DottedLine facts={facts} />
          </div>
        ))}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  );
}
