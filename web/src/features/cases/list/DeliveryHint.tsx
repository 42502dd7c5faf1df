import type { CaseListItem } from '@cusp/contract/case-list';
import { IconCalendarDue } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dayOfDate } from '../../../client/here.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { deliveryMark } from '../case-facts.ts';
import classes from './case-row.module.css';

interface DeliveryHintProps {
  item: Pick<CaseListItem, 'deliverydt'> & { status: { code: CaseListItem['status']['code'] } };
  /** The date stands beside it already. */
  plain?: boolean;
}

/** A quiet word on a delivery date that is near or over; nothing otherwise. */
export function DeliveryHint({ item, plain = false }: DeliveryHintProps) {
  const { t } = useTranslation('cases');
  const { day } = useFormat();
  const mark = deliveryMark(item, dayOfDate(new Date()));
  if (!mark || !item.deliverydt) return null;
  if (plain && mark === 'soon') return null;
  const text = plain && mark === 'overdue' ? t('list.isOverdue') : null;
  return (
    <span className={classes.delivery} data-mark={mark}>
      <IconCalendarDue size={14} aria-hidden />
      {text ?? (mark === 'today' ? t('list.dueToday') : t(`list.${mark}`, { date: day(item.deliverydt) }))}
    </span>
  );
}
