import { type RefObject, useState } from 'react';
import type { Viewer } from '../../../viewer/viewer.types.ts';

export interface Pictures {
  /** The one that was taken and is looked at. */
  taken: Blob | undefined;
  /** Takes a picture to look at. */
  take(): void;
  /** Takes one for something else. */
  make(): Promise<Blob>;
  close(): void;
}

/** Pictures of the view, with the marks that stand above the canvas. */
export function usePictures(viewer: Viewer | undefined, stage: RefObject<HTMLElement | null>): Pictures {
  const [taken, setTaken] = useState<Blob>();
  const make = async () => {
    if (!viewer || !stage.current) throw new Error('There is nothing to take a picture of');
    return viewer.picture(stage.current);
  };
  return {
    taken,
    take: () => void make().then(setTaken),
    make,
    close: () => setTaken(undefined),
  };
}
