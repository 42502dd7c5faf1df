import type { NumberSystem } from '@cusp/contract/cases';
import type { OrderChange } from '@cusp/contract/order-fields';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToothLabels } from '../../dental-ui/odontogram/ToothLabel.tsx';
import { foreignWordsOf } from '../../dental-ui/order-words.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { changeLines, type Place, type Value } from './change-lines.ts';
import classes from './change-list.module.css';

interface Props {
  changes: readonly OrderChange[];
  /** The reader's number system. */
  system: NumberSystem;
}

/** Longer text is hard to read when struck through. */
const LONG = 40;

const isLong = (value: Value) => typeof value === 'string' && value.length > LONG;

/** The changes of an order field by field, before and after. */
export function ChangeList({ changes, system }: Props) {
  const { t } = useTranslation('orders');
  const { t: dental } = useTranslation('dental');
  const { day } = useFormat();
  const value = (each: Value) => (typeof each === 'string' ? each : <Where place={each} system={system} />);
  return (
    <ul className={classes.list}>
      {changeLines(changes, { t, dental, day }).map(({ key, label, place, part, from, to, meant }) => (
        <li key={key} className={classes.line}>
          <span className={classes.label}>
            {label}
            {place && (
              <>
                {' '}
                <Where place={place} system={system} />
              </>
            )}
            {part && `\u00a0·\u00a0${part}`}
          </span>
          <span className={classes.values}>
            {from !== null && (
              <del className={classes.from} data-long={isLong(from) || undefined}>
                {value(from)}
              </del>
            )}
            {to !== null && (
              <span className={classes.becomes}>
                {from !== null && (
                  <IconArrowRight className={classes.arrow} size={14} role="img" aria-label={t('becomes')} />
                )}
                <ins className={classes.to}>{value(to)}</ins>
              </span>
            )}
          </span>
          {meant?.map((words) => (
            <span key={words} className={classes.meant}>
              <IconCircleCheck size={15} stroke={1.7} aria-hidden /> {words}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Where({ place, system }: { place: Place; system: NumberSystem }) {
  const { t } = useTranslation('dental');
  return (
    <span className={classes.place}>
      {place.arch && t(`chart.${place.arch}`)} <ToothLabels teeth={place.teeth} system={system} />{' '}
      {foreignWordsOf({ tooth_no: place.toothText, teeth: place.teeth }, t).join(', ')}
    </span>
  );
}
