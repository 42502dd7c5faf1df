import classes from './row-icons.module.css';

interface LineIconProps {
  /** SVG path data of the whole icon. */
  lines: string;
  /** Pixels. */
  size: number;
}

/** A Tabler icon with all its lines in one path, because a list shows three hundred of them. Decorative. */
export function LineIcon({ lines, size }: LineIconProps) {
  return (
    <svg className={classes.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <path d={lines} />
    </svg>
  );
}

type IconProps = Pick<LineIconProps, 'size'>;

export const MessageIcon = ({ size }: IconProps) => (
  <LineIcon
    size={size}
    lines="M8 9h8M8 13h6M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12"
  />
);

export const PaperclipIcon = ({ size }: IconProps) => (
  <LineIcon
    size={size}
    lines="M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3l6.5 -6.5a3 3 0 0 0 -6 -6l-6.5 6.5a4.5 4.5 0 0 0 9 9l6.5 -6.5"
  />
);

export const DueIcon = ({ size }: IconProps) => (
  <LineIcon
    size={size}
    lines="M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12M16 3v4M8 3v4M4 11h16M11 16a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"
  />
);
