import type { CaseListItem } from '@cusp/contract/case-list';
import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../client/local-time.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { appointmentAtRisk, deliveryMark } from '../case-facts.ts';
import classes from './case-row.module.css';
import { DueIcon } from './row-icons.tsx';
import type { RowWords } from './use-row-words.ts';

interface DeliveryHintProps {
  item: Pick<CaseListItem, 'deliverydt'> & { status: { code: CaseListItem['status']['code'] } };
  /** The date itself is already next to it. */
  plain?: boolean;
  /** Leaves out the word of a date that is neither near nor missed, except for screen readers. */
  isNarrow?: boolean;
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
  const { item, plain = false, isSorted = false, isNarrow = false, words } = props;
  const { t, format, today } = words;
  const mark = deliveryMark(item, today);
  const isThisYear = item.deliverydt?.slice(0, 4) === today.slice(0, 4);
  const dateOf = (day: string) => (isThisYear ? format.shortDay(day) : format.day(day));
  if (isSorted && !mark)
    return (
      <span className={classes.delivery} title={format.day(item.deliverydt)}>
        <DueIcon size={14} />
        {item.deliverydt ? <Due date={dateOf(item.deliverydt)} isNarrow={isNarrow} t={t} /> : t('list.noDue')}
      </span>
    );
  if (!mark || !item.deliverydt) return null;
  if (plain && mark === 'soon') return null;
  const text = plain && mark === 'overdue' ? t('list.isOverdue') : null;
  return (
    <span className={classes.delivery} data-mark={mark} title={format.day(item.deliverydt)}>
      <DueIcon size={14} />
      {text ??
        (mark === 'today' ? (
          t('list.dueToday')
        ) : mark === 'soon' ? (
          <Due date={dateOf(item.deliverydt)} isNarrow={isNarrow} t={t} />
        ) : (
          t('list.overdue', { date: dateOf(item.deliverydt) })
        ))}
    </span>
  );
}

interface DateWordProps extends DeliveryHintProps {
  item: DeliveryHintProps['item'] & Pick<CaseListItem, 'appointment'>;
  words: Pick<RowWords, 't' | 'format' | 'today' | 'now'>;
}

/** The date that matters most in a row: an appointment that may be missed, otherwise the delivery date. */
export function DateWord(props: DateWordProps) {
  const { item, isSorted, words } = props;
  const { t, format, now } = words;
  const day = appointmentAtRisk(item, now);
  if (day === null) return <DeliveryWord {...props} />;
  const text = t('list.atRisk', { date: format.shortDay(day) });
  // A list in order of the delivery date shows that date, and has no room for a second one.
  if (isSorted && item.deliverydt)
    return (
      <>
        <span className={classes.delivery} data-mark="overdue" role="img" aria-label={text} title={text}>
          <IconAlertTriangle size={14} aria-hidden />
        </span>
        <DeliveryWord {...props} />
      </>
    );
  return (
    <span className={classes.delivery} data-mark="overdue" title={text}>
      <DueIcon size={14} />
      <span className={classes.risk}>{text}</span>
    </span>
  );
}

/** A date that is neither near nor missed, marked by an icon. */
function Due({ date, isNarrow, t }: { date: string; isNarrow: boolean; t: RowWords['t'] }) {
  const said = t('list.soon', { date });
  return isNarrow ? (
    <>
      <span aria-hidden>{date}</span>
      <VisuallyHidden>{said}</VisuallyHidden>
    </>
  ) : (
    said
  );
}
