import classes from './bone.module.css';

interface BoneProps {
  /** Pixels, or a length of the sheets. */
  height: number | string;
  /** Pixels or a part of the room, as '55%'; all of it unless told. */
  width?: number | string;
  circle?: boolean;
}

/** The grey shape of something that is on its way, in plain elements: it is drawn while the page has most to do. */
export function Bone({ height, width, circle = false }: BoneProps) {
  return (
    <div
      className={classes.bone}
      data-circle={circle || undefined}
      style={{ height, width: circle ? height : width }}
    />
  );
}
