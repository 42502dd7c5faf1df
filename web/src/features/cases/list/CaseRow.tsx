import type { CaseListItem, Sort } from '@cusp/contract/case-list';
import { fullName } from '@cusp/text/names';
import { type ComponentProps, type KeyboardEvent, memo } from 'react';
import { MiniArch } from '../../../dental-ui/odontogram/MiniArch.tsx';
import { StatusSign } from '../../../dental-ui/StatusBadge.tsx';
import { isLongName, LongName } from '../../../ui/LongName.tsx';
import { marked } from '../../../ui/marked.tsx';
import { counterpartOf } from '../case-facts.ts';
import { casePath } from '../case-paths.ts';
import classes from './case-row.module.css';
import counts from './counts.module.css';
import { DateWord } from './DeliveryHint.tsx';
import { FoundPlaces } from './FoundPlaces.tsx';
import { orderWords } from './order-words.ts';
import tickBoxClasses from './tick-box.module.css';
import type { RowWords } from './use-row-words.ts';

interface CaseRowProps {
  item: CaseListItem;
  /** Query of the list, passed on to the case and back. */
  search: string;
  words: RowWords;
  isChosen: boolean;
  /** It has left this page of the list and only keeps its place. */
  isGone: boolean;
  /** It arrived while the list was open. */
  hasArrived: boolean;
  isChecked: boolean;
  /** The row in the tab order; arrow keys reach the others. */
  isTabStop: boolean;
  hasBoxes: boolean;
  /** Boxes select for an action, not for deletion, so each row has one. */
  isSelecting: boolean;
  /** The order of the list, which decides the date that the row shows. */
  sort: Sort;
  onCheck(id: number, checked: boolean): void;
}

/**
 * One case of the list, in plain elements without hooks because there may be a hundred. The list handles clicks on
 * its link.
 */
export const CaseRow = memo(function CaseRow(props: CaseRowProps) {
  const {
    item,
    search,
    words,
    isChosen,
    isGone,
    hasArrived,
    isChecked,
    isTabStop,
    hasBoxes,
    isSelecting,
    sort,
    onCheck,
  } = props;
  const isCheckable = !isGone && (isSelecting || item.del_enabled);
  const { t, dental, format } = words;
  const other = counterpartOf(item);
  const status = words.statusOf(item);
  const { pat_firstname: first, pat_lastname: last } = item.case;
  const patient = fullName(first, last) || t('list.noPatient');
  const isLong = isLongName(patient);

  const order = orderWords(item, dental);
  const party = [other.institution, other.username || words.unknown].filter(Boolean).join(' · ');
  const dated = dateOf(item, sort);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    if (isCheckable) onCheck(item.id, !isChecked);
  };
  return (
    <li
      className={classes.row}
      data-chosen={isChosen || undefined}
      data-checked={isChecked || undefined}
      data-gone={isGone || undefined}
      data-arrived={hasArrived || undefined}
    >
      {hasBoxes && (
        <TickBox
          className={classes.box}
          aria-label={t('list.select', { no: item.no })}
          checked={isChecked}
          disabled={!isCheckable}
          tabIndex={isTabStop ? 0 : -1}
          onChange={(event) => onCheck(item.id, event.currentTarget.checked)}
        />
      )}
      <a
        className={classes.link}
        href={casePath(item.no, search)}
        aria-current={isChosen ? 'page' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        data-case={item.id}
        data-no={item.no}
        onKeyDown={onKeyDown}
      >
        <MiniArch made={item.restorations} />
        <span className={classes.main}>
          <span className={classes.line}>
            <span className={classes.words}>
              <span className={classes.patient} dir="auto" title={patient} data-long={isLong || undefined}>
                {isLong ? (
                  <LongName first={first} last={last} none={patient} marks={words.marks} />
                ) : (
                  marked(patient, words.marks)
                )}
              </span>{' '}
              <span className={classes.order} dir="auto" title={order}>
                {marked(order, words.marks)}
              </span>
            </span>
            <StatusSign className={classes.sign} status={status} name={dental(`statuses.${status}`)} />
            <span className={classes.quiet} title={`${t(dated.label)}: ${format.dateTime(dated.at)}`}>
              {format.recent(dated.at)}
            </span>
          </span>
          <span className={classes.line}>
            <span className={classes.other} dir="auto" title={party}>
              {marked(party, words.marks)}
            </span>
            <span className={classes.number}>{marked(item.no, words.marks)}</span>
            <DateWord item={item} words={words} isSorted={sort === 'due asc'} isNarrow />
            <Counts item={item} words={words} />
          </span>
          <FoundPlaces item={item} words={words} order={order} />
        </span>
      </a>
    </li>
  );
});

/** The date by which the list is sorted, otherwise when the order was sent. */
const dateOf = (item: CaseListItem, sort: Sort) =>
  sort === 'updated desc'
    ? ({ at: item.updated_date, label: 'list.sorts.updated' } as const)
    : ({ at: item.published_date, label: 'list.sorts.created' } as const);

/** Numbers of comments and files; the icons are pictures of the style, because the browser moves each drawing by itself. */
export function Counts(props: Pick<CaseRowProps, 'item' | 'words'> & { className?: string }) {
  const {
    item,
    words: { t },
    className = '',
  } = props;
  const files = Number(item.files_count);
  const unread = item.unread_comments;
  const spoken = [
    t('list.comments', { count: item.comment_count }),
    unread > 0 && t('list.unread', { count: unread }),
    item.unread_mention && t('list.unreadMention'),
  ];
  return (
    <span className={`${counts.counts} ${className}`}>
      <span
        role="img"
        aria-label={spoken.filter(Boolean).join(', ')}
        className={counts.count}
        data-icon={item.unread_mention ? 'mention' : 'comment'}
        data-unread={unread > 0 || undefined}
        data-none={item.comment_count === 0 || undefined}
      >
        {item.comment_count}
      </span>
      <span
        role="img"
        aria-label={t('list.files', { count: files })}
        className={counts.count}
        data-icon="file"
        data-none={files === 0 || undefined}
      >
        {item.files_count}
      </span>
    </span>
  );
}

/**
 * A checkbox without a label as one plain element, because a list has a hundred of them. It looks like Mantine's
 * smallest and takes the props of an input; `className` is for the surrounding space.
 */
export function TickBox({ className = '', ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={`${tickBoxClasses.box} ${className}`} {...input} />;
}
