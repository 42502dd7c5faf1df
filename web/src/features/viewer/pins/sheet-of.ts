import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { Pictures } from './use-pictures.ts';
import type { Pinning } from './use-pinning.ts';
import type { Pins } from './use-pins.ts';

interface Open {
  viewer: Viewer | undefined;
  pins: Pins;
  pinning: Pinning;
  pictures: Pictures;
}

/** The one sheet that is open, and what closes it and gives the keyboard back to the scans. */
export function sheetOf({ viewer, pins, pinning, pictures }: Open) {
  const closing = (close: () => void) => () => {
    close();
    viewer?.focus();
  };
  const { draft, selected } = pins;
  if (pictures.taken) return { picture: pictures.taken, close: closing(pictures.close) };
  if (draft) return { draft, close: closing(pinning.end) };
  return selected && { selected, close: closing(pins.deselect) };
}
