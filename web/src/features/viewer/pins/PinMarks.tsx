import { useTranslation } from 'react-i18next';
import type { Spot } from '../../../viewer/surfaces/places.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import styles from './pins.module.css';
import type { ViewerPin } from './pins.types.ts';
import { useMarks } from './use-marks.ts';

/** The key of the new pin; keys of comments start at 1. */
const DRAFT = 0;

interface PinMarksProps {
  viewer: Viewer;
  /** The visible ones. */
  pins: readonly ViewerPin[];
  selected: number | undefined;
  draft: Spot | undefined;
  /** Lets clicks through to the scan below. */
  letsThrough: boolean;
  /** `together` are the keys of pins at the same place of the picture. */
  onSelect(key: number, together: number[]): void;
}

/** A numbered button over each pin; overlapping pins share a button. */
export function PinMarks({ viewer, pins, selected, draft, letsThrough, onSelect }: PinMarksProps) {
  const { t, i18n } = useTranslation('viewer');
  const first = pins.filter(({ key }) => key === selected);
  const placed = [...first, ...pins.filter(({ key }) => key !== selected)];
  const all = draft ? [{ key: DRAFT, isAlone: true, ...draft }, ...placed] : placed;
  const { groups, occluded, placeAt } = useMarks(viewer, all);
  const pinOf = new Map(pins.map((pin) => [pin.key, pin]));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <div className={styles.marks} data-through={letsThrough || undefined}>
      {groups.map((keys) => {
        const [lead = DRAFT] = keys;
        const own = keys.flatMap((key) => pinOf.get(key) ?? []);
        if (lead === DRAFT)
          return (
            <span key={lead} ref={placeAt(lead)} className={styles.mark} data-draft aria-hidden>
              <span className={styles.dot} data-pictured />
            </span>
          );
        const numbers = own.map(({ no }) => no).sort((a, b) => a - b);
        const [one] = own;
        if (!one) return null;
        const label =
          own.length > 1
            ? t('pins.several', { numbers: list.format(numbers.map(String)) })
            : t('pins.by', { no: one.no, author: one.author });
        return (
          <button
            key={lead}
            ref={placeAt(lead)}
            type="button"
            className={styles.mark}
            data-occluded={keys.every((key) => occluded.has(key)) || undefined}
            aria-label={label}
            title={own.length > 1 ? label : `${one.author}: ${one.text}`}
            aria-pressed={selected !== undefined && keys.includes(selected)}
            // The button covers the canvas, where the wheel zooms.
            onWheel={(event) => viewer.passWheel(event.nativeEvent)}
            onClick={() => onSelect(nextOf(keys, selected), keys)}
          >
            <span
              className={styles.dot}
              data-pictured={own.length > 1 ? `${one.no}+` : one.no}
              data-more={own.length > 1 || undefined}
            >
              {one.no}
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** The pin of a group to show next when the group is clicked again. */
function nextOf(keys: number[], selected: number | undefined): number {
  const at = selected === undefined ? -1 : keys.indexOf(selected);
  return keys[(at + 1) % keys.length] ?? DRAFT;
}
