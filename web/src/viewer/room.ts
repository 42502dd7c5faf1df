/** CSS pixels at the edges of the canvas that something lies over. */
export interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const noRoom: Room = { left: 0, right: 0, top: 0, bottom: 0 };

/** What of the canvas is left free: its size, and its middle from the upper left. */
export function freePart(width: number, height: number, { left, right, top, bottom }: Room) {
  return {
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - bottom),
    x: (left + width - right) / 2,
    y: (top + height - bottom) / 2,
  };
}

export const isSameRoom = (a: Room, b: Room) =>
  a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom;
