import classes from './skeleton-block.module.css';

interface SkeletonBlockProps {
  /** Pixels or a CSS length. */
  height: number | string;
  /** Pixels or a CSS length such as '55%'; full width by default. */
  width?: number | string;
  circle?: boolean;
}

/** A grey placeholder for loading content, in plain elements because it renders while the page is busiest. */
export function SkeletonBlock({ height, width, circle = false }: SkeletonBlockProps) {
  return (
    <div
      className={classes.block}
      data-circle={circle || undefined}
      style={{ height, width: circle ? height : width }}
    />
  );
}
