import { type ReactNode, useId } from 'react';
import classes from './security.module.css';

interface Props {
  title: string;
  text: string;
  mark?: { text: string; tone: 'good' | 'plain' };
  /** Stands at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One card of the screen. */
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
