import type { CaseListItem } from '@cusp/contract/case-list';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../client/here.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { deliveryMark } from '../case-facts.ts';
import classes from './case-row.module.css';
import { DueIcon } from './row-icons.tsx';
import type { RowWords } from './use-row-words.ts';

interface DeliveryHintProps {
  item: Pick<CaseListItem, 'deliverydt'> & { status: { code: CaseListItem['status']['code'] } };
  /** The date stands beside it already. */
  plain?: boolean;
  /** The list is in order of the dates: every row says its own, and that it has none. */
  isSorted?: boolean;
}

/** A quiet word on a delivery date that is near or over; nothing otherwise. */
export function DeliveryHint(props: DeliveryHintProps) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  const today = useToday();
  return <DeliveryWord {...props} words={{ t, format, today }} />;
}

/** The same in a list, which asks for the words once. */
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
