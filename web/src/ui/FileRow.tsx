import { VisuallyHidden } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './file-row.module.css';

interface FileRowProps {
  icon: ComponentType<IconProps>;
  name: string;
  /** Opens the file; makes its name a button. */
  onShow?: (() => void) | undefined;
  /** Buttons for the file. */
  actions?: ReactNode;
  /** Shown below the name. */
  children?: ReactNode;
  /** Sets height and padding of the row. */
  className?: string | undefined;
  /** The file is being deleted. */
  isGoing?: boolean;
}

/** A file in a list: its icon, name, details and actions. */
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

/** A file name on one line, truncated in the middle so that the extension stays. Screen readers get the full name. */
export function FileName({ name }: { name: string }) {
  // Splits by code points, so that no emoji is cut in half.
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
