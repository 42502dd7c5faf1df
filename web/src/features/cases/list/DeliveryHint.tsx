import type { CaseListItem } from '@cusp/contract/case-list';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../client/local-time.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { deliveryMark } from '../case-facts.ts';
import classes from './case-row.module.css';
import { DueIcon } from './row-icons.tsx';
import type { RowWords } from './use-row-words.ts';

interface DeliveryHintProps {
  item: Pick<CaseListItem, 'deliverydt'> & { status: { code: CaseListItem['status']['code'] } };
  /** The date itself is already next to it. */
  plain?: boolean;
  /** The list is sorted by delivery date, so each row shows its date or that it has none. */
  isSorted?: boolean;
}

/** A small note on a near or missed delivery date; otherwise renders nothing. */
export function DeliveryHint(props: DeliveryHintProps) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  const today = useToday();
  return <DeliveryWord {...props} words={{ t, format, today }} />;
}

/** The same for a list, which looks up the texts once. */
export function DeliveryWord(props: DeliveryHintProps & { words: Pick<RowWords, 't' | 'format' | 'today'> }) {
  const { item, plain = false, isSorted = false, words } = props;
  const { t, format, today } = words;
  const mark = deliveryMark(item, today);
  if (isSorted && !mark)
    return (
      <span className={classes.delivery}>
        <DueIcon size={14} />
        {item.deliverydt ? t('list.soon', { date: format.day(item.deliverydt) }) : t('list.noDue')}
      </span>
    );
  if (!mark || !item.deliverydt) return null;
  if (plain && mark === 'soon') return null;
  const text = plain && mark === 'overdue' ? t('list.isOverdue') : null;
  return (
    <span className={classes.delivery} data-mark={mark}>
      <DueIcon size={14} />
      {text ??
        (mark === 'today' ? t('list.dueToday') : t(`list.${mark}`, { date: format.day(item.deliverydt) }))}
    </span>
  );
}
