import { useLayoutEffect, useState } from 'react';
import { TitledCard } from '../../ui/TitledCard.tsx';
import classes from './design.module.css';

const COLOURS = [
  'brand',
  'focus',
  'canvas',
  'surface',
  'surface-hover',
  'line',
  'line-strong',
  'edge',
  'ink',
  'quiet',
  'chosen',
  'chosen-soft',
  'chosen-contrast',
  'unread',
  'unread-sign',
  'unread-text',
  'overdue',
  'soon',
  'done',
  'status-open',
  'status-progress',
  'status-reopened',
  'status-closed',
  'good',
  'good-soft',
];
const TEXTS = ['meta', 'dense', 'body', 'section', 'title', 'number'];
const WEIGHTS = ['regular', 'medium', 'strong'];
const MOTIONS = ['quick', 'calm'];
const RADII = ['mark', 'control', 'panel', 'pill'];
const SAMPLE = 'Crown 16 · zirconia A2 · Zahnkrone · 지르코니아 크라운';

/** The tokens of base.css with their values; `look` changes when the page gets another skin or scheme. */
export function Tokens({ look }: { look: string }) {
  const [values, setValues] = useState<Record<string, string>>({});
  useLayoutEffect(() => {
    const read = () => {
      const style = getComputedStyle(document.documentElement);
      setValues(Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`)])));
    };
    read();
    // Runs after the effects that change the look.
    const frame = look ? requestAnimationFrame(read) : 0;
    return () => cancelAnimationFrame(frame);
  }, [look]);
  return (
    <>
      <TitledCard title="Colours">
        <ul className={classes.swatches}>
          {COLOURS.map((name) => (
            <li key={name} className={classes.swatch}>
              <span className={classes.colour} style={{ background: `var(--${name})` }} />
              <span>{name}</span>
              <span className={classes.value}>{values[name]}</span>
            </li>
          ))}
        </ul>
      </TitledCard>
      <TitledCard title="Text">
        {TEXTS.map((name) => (
          <p key={name} className={classes.sample} style={{ fontSize: `var(--text-${name})` }}>
            <span className={classes.value}>{name}</span> {SAMPLE}
          </p>
        ))}
        {WEIGHTS.map((name) => (
          <p key={name} className={classes.sample} style={{ fontWeight: `var(--weight-${name})` }}>
            <span className={classes.value}>{name}</span> {SAMPLE}
          </p>
        ))}
      </TitledCard>
      <TitledCard title="Radii">
        <div className={classes.row}>
          {RADII.map((name) => (
            <span key={name} className={classes.corner} style={{ borderRadius: `var(--radius-${name})` }}>
              {name}
            </span>
          ))}
        </div>
      </TitledCard>
      <TitledCard title="Motion">
        <div className={classes.row}>
          {MOTIONS.map((name) => (
            <span
              key={name}
              className={classes.moving}
              style={{ transitionDuration: `var(--motion-${name})` }}
            >
              {name}
            </span>
          ))}
        </div>
      </TitledCard>
    </>
  );
}
