/** How far panels reach over each edge of the canvas, in CSS pixels. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const noInsets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

/** The uncovered part of the canvas: its size, and its centre from the top left; CSS pixels. */
export function freeRect(width: number, height: number, { left, right, top, bottom }: Insets) {
  return {
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - bottom),
    x: (left + width - right) / 2,
    y: (top + height - bottom) / 2,
  };
}

export const areSameInsets = (a: Insets, b: Insets) =>
  a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom;
