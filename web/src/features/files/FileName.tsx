import { VisuallyHidden } from '@mantine/core';
import classes from './file-name.module.css';

/** A file's name on one line; a long one is cut in its middle, so that the extension stays. Read out as one word. */
export function FileName({ name }: { name: string }) {
  const cut = Math.max(0, name.length - 9);
  return (
    <span className={classes.name} title={name}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={classes.stem} aria-hidden>
        {name.slice(0, cut)}
      </span>
      <span className={classes.ending} aria-hidden>
        {name.slice(cut)}
      </span>
    </span>
  );
}
