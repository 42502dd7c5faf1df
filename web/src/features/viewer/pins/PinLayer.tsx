import { useTranslation } from 'react-i18next';
import type { Viewer } from '../../../viewer/viewer.ts';
import { PictureSheet } from './PictureSheet.tsx';
import { PinCard } from './PinCard.tsx';
import { PinMarks } from './PinMarks.tsx';
import { PinSheet } from './PinSheet.tsx';
import styles from './pins.module.css';
import type { PictureDesk, PinDesk } from './pins.types.ts';
import type { Pictures } from './use-pictures.ts';
import type { Pinning } from './use-pinning.ts';
import type { Pins } from './use-pins.ts';

interface PinLayerProps {
  viewer: Viewer;
  desk: PinDesk | undefined;
  pins: Pins;
  pinning: Pinning;
  pictures: Pictures;
  pictureDesk: PictureDesk | undefined;
  /** Lets the page be seen. */
  onLeave(): void;
}

/** The pins over the scans, and one sheet at a time: of a picture, of a new pin, or of what was said at one. */
export function PinLayer({ viewer, desk, pins, pinning, pictures, pictureDesk, onLeave }: PinLayerProps) {
  const { t } = useTranslation('viewer');
  const { selected, draft } = pins;
  const close = (then: () => void) => () => {
    then();
    viewer.focus();
  };
  const sheet = () => {
    if (pictures.taken && pictureDesk)
      return <PictureSheet picture={pictures.taken} desk={pictureDesk} onClose={close(pictures.close)} />;
    if (draft && desk)
      return (
        <PinSheet title={t('pins.new')} onClose={close(pinning.end)}>
          <p className={styles.note}>{t('pins.newHint')}</p>
          {desk.composer({
            pin: pins.newPin,
            picture: pictures.make,
            onDone: close(pinning.end),
            onCancel: close(pinning.end),
          })}
        </PinSheet>
      );
    if (selected && desk)
      return (
        <PinCard
          desk={desk}
          pin={selected}
          together={pins.together}
          isSeen={pins.isSelectedSeen}
          onSelect={(key) =>
            pins.select(
              key,
              pins.together.map((each) => each.key),
            )
          }
          onLeave={onLeave}
          onClose={close(pins.deselect)}
        />
      );
    return null;
  };
  return (
    <>
      {desk && (
        <PinMarks
          viewer={viewer}
          pins={pins.seen}
          selected={selected?.key}
          draft={draft}
          letsThrough={pinning.hasClicks}
          onSelect={pins.select}
        />
      )}
      {sheet()}
    </>
  );
}
