import classes from './drawing.module.css';

export type DrawingName = 'empty' | 'sent' | 'lost' | 'offline' | 'linked' | 'found';

/** A line drawing made from the teeth of the chart; decorative. `npm run drawings` draws them. */
export function Drawing({ name }: { name: DrawingName }) {
  return <span className={classes.drawing} data-name={name} aria-hidden />;
}
