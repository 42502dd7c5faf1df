import classes from './bone.module.css';

interface BoneProps {
  /** Pixels or a CSS length. */
  height: number | string;
  /** Pixels or a CSS length such as '55%'; full width by default. */
  width?: number | string;
  circle?: boolean;
}

/**
 * A grey placeholder for something that is loading, in plain elements because it renders while the page is
 * busiest.
 */
export function Bone({ height, width, circle = false }: BoneProps) {
  return (
    <div
      className={classes.bone}
      data-circle={circle || undefined}
      style={{ height, width: circle ? height : width }}
    />
  );
}
