import { VisuallyHidden } from '@mantine/core';
import classes from './file-name.module.css';

/** A file's name on one line; a long one is cut in its middle, so that the extension stays. Read out as one word. */
export function FileName({ name }: { name: string }) {
  // By letters: half of an emoji is none.
  const letters = [...name];
  const cut = Math.max(0, letters.length - 9);
  return (
    <span className={classes.name} title={name}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={classes.stem} aria-hidden>
        {letters.slice(0, cut).join('')}
      </span>
      <span className={classes.ending} aria-hidden>
        {letters.slice(cut).join('')}
      </span>
    </span>
  );
}
