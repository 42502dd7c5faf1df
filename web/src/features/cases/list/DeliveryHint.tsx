import type { CaseListItem } from '@cusp/contract/case-list';
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
  className?: string;
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
  const { item, plain = false, isSorted = false, isNarrow = false, className = '', words } = props;
  const { t, format, today } = words;
  const mark = deliveryMark(item, today);
  const isThisYear = item.deliverydt?.slice(0, 4) === today.slice(0, 4);
  const dateOf = (day: string) => (isThisYear ? format.shortDay(day) : format.day(day));
  if ((!mark && !isSorted) || (plain && mark === 'soon')) return null;
  const date = item.deliverydt && dateOf(item.deliverydt);
  const text = () => {
    if (!date) return t('list.noDue');
    if (mark === 'today') return t('list.dueToday');
    if (mark === 'overdue') return plain ? t('list.isOverdue') : t('list.overdue', { date });
    return null;
  };
  const word = text();
  const said = word ?? t('list.soon', { date });
  // A date that is neither near nor missed; the icon says what it is.
  const isBare = word === null && isNarrow;
  return (
    <span
      className={`${classes.delivery} ${className}`}
      data-mark={mark ?? undefined}
      title={format.day(item.deliverydt)}
      {...(isBare ? { role: 'img', 'aria-label': said } : {})}
    >
      <DueIcon size={14} />
      {isBare ? date : said}
    </span>
  );
}

interface DateWordProps extends DeliveryHintProps {
  item: DeliveryHintProps['item'] & Pick<CaseListItem, 'appointment'>;
  words: Pick<RowWords, 't' | 'format' | 'today' | 'now'>;
}

/** The date that matters most in a row: an appointment that may be missed, otherwise the delivery date. */
export function DateWord(props: DateWordProps) {
  const { item, isSorted, className = '', words } = props;
  const { t, format, now } = words;
  const classNames = `${classes.delivery} ${className}`;
  const day = appointmentAtRisk(item, now);
  if (day === null) return <DeliveryWord {...props} />;
  const text = t('list.atRisk', { date: format.shortDay(day) });
  // A list in order of the delivery date shows that date, and has no room for a second one.
  if (isSorted && item.deliverydt)
    return (
      <>
        <span className={classNames} data-mark="overdue" role="img" aria-label={text} title={text}>
          <IconAlertTriangle size={14} aria-hidden />
        </span>
        <DeliveryWord {...props} />
      </>
    );
  return (
    <span className={classNames} data-mark="overdue" data-risk title={text}>
      <DueIcon size={14} />
      <span className={classes.risk}>{text}</span>
    </span>
  );
}
