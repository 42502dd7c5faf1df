/** Size of a picture in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The cropped square: its centre in pixels of the picture, and its zoom relative to the largest square. */
export interface Crop {
  x: number;
  y: number;
  /** 1 to {@link MAX_ZOOM}. */
  zoom: number;
}

export const MAX_ZOOM = 5;

/** Side of the square in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The largest centred square. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** The nearest crop inside the picture. */
export function withinPicture(size: Size, crop: Crop): Crop {
  const zoom = between(1, crop.zoom, MAX_ZOOM);
  const half = sideOf(size, { ...crop, zoom }) / 2;
  return {
    x: between(half, crop.x, size.width - half),
    y: between(half, crop.y, size.height - half),
    zoom,
  };
}

/** Moves the picture under a frame by shares of the frame's side: right and down are positive. */
export function dragged(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop);
  return withinPicture(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

export const zoomed = (size: Size, crop: Crop, zoom: number): Crop => withinPicture(size, { ...crop, zoom });

/**
 * The position of the square as a share of its possible movement: 0 is left or top, 1 right or bottom, 0.5 if it cannot
 * move.
 */
export function placeOf(size: Size, crop: Crop): { across: number; down: number } {
  const side = sideOf(size, crop);
  const part = (middle: number, length: number): number =>
    length - side < 1 ? 0.5 : (middle - side / 2) / (length - side);
  return { across: part(crop.x, size.width), down: part(crop.y, size.height) };
}
