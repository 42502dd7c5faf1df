import classes from './files.module.css';

/** A file's name on one line; a long one is cut in its middle, so that the extension stays. */
export function FileName({ name }: { name: string }) {
  const cut = Math.max(0, name.length - 9);
  return (
    <span className={classes.name} title={name}>
      <span className={classes.stem}>{name.slice(0, cut)}</span>
      <span className={classes.ending}>{name.slice(cut)}</span>
    </span>
  );
}
