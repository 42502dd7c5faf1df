import classes from './row-icons.module.css';

interface LineIconProps {
  /** SVG path data of the whole icon. */
  lines: string;
  /** Pixels. */
  size: number;
}

/** A Tabler icon with all its lines in one path, because lists show hundreds of them. Decorative. */
export function LineIcon({ lines, size }: LineIconProps) {
  return (
    <svg className={classes.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <path d={lines} />
    </svg>
  );
}

export const DueIcon = ({ size }: Pick<LineIconProps, 'size'>) => (
  <LineIcon
    size={size}
    lines="M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12M16 3v4M8 3v4M4 11h16M11 16a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"
  />
);
