import { Loader } from '@mantine/core';
import classes from './outcome.module.css';

/** A card that waits for an answer. */
export function Waiting({ text }: { text: string }) {
  return (
    <div className={classes.outcome} role="status" aria-busy>
      <span className={classes.icon} aria-hidden>
        <Loader size={24} color="gray" />
      </span>
      <p className={classes.text}>{text}</p>
    </div>
  );
}
