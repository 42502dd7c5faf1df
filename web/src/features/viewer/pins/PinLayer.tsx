import { useTranslation } from 'react-i18next';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import { PictureSheet } from './PictureSheet.tsx';
import { PinCard } from './PinCard.tsx';
import { PinMarks } from './PinMarks.tsx';
import { PinSheet } from './PinSheet.tsx';
import styles from './pins.module.css';
import type { PictureTarget, PinThread } from './pins.types.ts';
import type { Pictures } from './use-pictures.ts';
import type { Pinning } from './use-pinning.ts';
import type { Pins } from './use-pins.ts';

interface Open {
  viewer: Viewer | undefined;
  pins: Pins;
  pinning: Pinning;
  pictures: Pictures;
}

/** The open sheet, and a function that closes it and focuses the scans. */
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

interface PinLayerProps {
  viewer: Viewer;
  thread: PinThread | undefined;
  pins: Pins;
  pinning: Pinning;
  pictures: Pictures;
  pictureTarget: PictureTarget | undefined;
  /** Leaves the maximised view. */
  onLeave(): void;
}

/** The pins over the scans, and one sheet at a time: of a picture, a new pin, or a comment. */
export function PinLayer({ viewer, thread, pins, pinning, pictures, pictureTarget, onLeave }: PinLayerProps) {
  const { t } = useTranslation('viewer');
  const open = sheetOf({ viewer, pins, pinning, pictures });
  return (
    <>
      {thread && (
        <PinMarks
          viewer={viewer}
          pins={pins.seen}
          selected={pins.selected?.key}
          draft={pins.draft}
          letsThrough={pinning.hasClicks}
          onSelect={pins.select}
        />
      )}
      {open?.picture && pictureTarget && (
        <PictureSheet
          key={pictures.count}
          picture={open.picture}
          target={pictureTarget}
          onClose={open.close}
        />
      )}
      {open?.draft && thread && (
        <PinSheet title={t('pins.new')} onClose={open.close}>
          <p className={styles.note}>{t('pins.newHint')}</p>
          {thread.composer({
            pin: pins.newPin,
            picture: pictures.make,
            onDone: open.close,
            onCancel: open.close,
          })}
        </PinSheet>
      )}
      {open?.selected && thread && (
        <PinCard
          thread={thread}
          pin={open.selected}
          together={pins.together}
          isSeen={pins.isSelectedSeen}
          onSelect={(key) =>
            pins.select(
              key,
              pins.together.map((each) => each.key),
            )
          }
          onLeave={onLeave}
          onClose={open.close}
        />
      )}
    </>
  );
}
