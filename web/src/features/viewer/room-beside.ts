import type { Room } from '../../viewer/room.ts';

/** Where something is in the page; CSS pixels. */
export type Place = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** The most that is given away of the width and of the height: the scans are what people came for. */
const most = 0.7;
/** The share of what is free that something at the upper edge may cover before all moves under it. */
const asWide = 0.6;

/**
 * What panels at the edges of a stage leave free of it. One that is as wide as the stage takes from its lower or upper
 * edge, any other from the side that it is nearer to; one at the upper edge takes nothing as long as there is enough
 * beside it.
 */
export function roomBeside(stage: Place, panels: readonly Place[], bars: readonly Place[]): Room {
  const width = stage.right - stage.left;
  const height = stage.bottom - stage.top;
  const room = { left: 0, right: 0, top: 0, bottom: 0 };
  const take = (side: keyof Room, pixels: number) => {
    const whole = side === 'left' || side === 'right' ? width : height;
    room[side] = Math.min(whole * most, Math.max(room[side], pixels));
  };
  for (const panel of panels.filter(isThere)) {
    if (panel.right - panel.left > width * asWide) take('bottom', stage.bottom - panel.top);
    else if (panel.left - stage.left < stage.right - panel.right) take('left', panel.right - stage.left);
    else take('right', stage.right - panel.left);
  }
  const sides = Math.min(1, (width * most) / Math.max(1, room.left + room.right));
  room.left *= sides;
  room.right *= sides;
  const free = width - room.left - room.right;
  for (const bar of bars.filter(isThere))
    if (bar.right - bar.left > free * asWide) take('top', bar.bottom - stage.top);
  return room;
}

const isThere = ({ left, right, top, bottom }: Place) => right > left && bottom > top;
