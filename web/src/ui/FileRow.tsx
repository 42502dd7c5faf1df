import { VisuallyHidden } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './file-row.module.css';

interface FileRowProps {
  icon: TablerIcon;
  name: string;
  /** Shows the file; its name is a button then. */
  onShow?: (() => void) | undefined;
  /** What can be done with it. */
  actions?: ReactNode;
  /** What stands below the name. */
  children?: ReactNode;
  /** Height and padding of the line. */
  className?: string | undefined;
  /** It is being deleted. */
  isGoing?: boolean;
}

/** A file in a list: its sign, its name with what is told of it, and what can be done with it. */
export function FileRow({
  icon: Icon,
  name,
  onShow,
  actions,
  children,
  className = '',
  isGoing,
}: FileRowProps) {
  return (
    <div className={`${classes.row} ${className}`} data-going={isGoing || undefined}>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        {onShow ? (
          <button type="button" className={classes.nameButton} onClick={onShow}>
            <FileName name={name} />
          </button>
        ) : (
          <FileName name={name} />
        )}
        {children}
      </div>
      {actions}
    </div>
  );
}

/** A word or two about a file, below its name. */
export function FileMeta({ children, role }: { children: ReactNode; role?: 'status' | undefined }) {
  return (
    <span className={classes.meta} role={role}>
      {children}
    </span>
  );
}

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
