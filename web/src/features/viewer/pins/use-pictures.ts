import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from '../../../ui/toast.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';

export interface Pictures {
  /** The picture to look at. */
  taken: Blob | undefined;
  /** Counts the pictures taken, as a React key. */
  count: number;
  /** Takes a picture to look at. */
  take(): void;
  /** Takes one for another purpose; rejects if the browser cannot encode it. */
  make(): Promise<Blob>;
  close(): void;
}

/** Pictures of the view, including the marks above the canvas. */
export function usePictures(viewer: Viewer | undefined, stage: RefObject<HTMLElement | null>): Pictures {
  const { t } = useTranslation('viewer');
  const [taken, setTaken] = useState<Blob>();
  const [count, setCount] = useState(0);
  const make = async () => {
    if (!viewer || !stage.current) throw new Error('there is no stage to take a picture of');
    return viewer.picture(stage.current);
  };
  return {
    taken,
    count,
    take: () =>
      void make().then(
        (picture) => {
          setTaken(picture);
          setCount((before) => before + 1);
        },
        () => toastError(t('picture.failed')),
      ),
    make,
    close: () => setTaken(undefined),
  };
}
