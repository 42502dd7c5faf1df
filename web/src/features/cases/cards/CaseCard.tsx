import type { CaseListItem } from '@cusp/contract/case-list';
import { fullName } from '@cusp/text/names';
import { type KeyboardEvent, memo } from 'react';
import { StatusSign } from '../../../dental-ui/StatusBadge.tsx';
import { isLongName, LongName } from '../../../ui/LongName.tsx';
import { marked } from '../../../ui/marked.tsx';
import { counterpartOf, deliveryMark } from '../case-facts.ts';
import { casePath } from '../case-paths.ts';
import { Counts, TickBox } from '../list/CaseRow.tsx';
import { DateWord } from '../list/DeliveryHint.tsx';
import { FoundPlaces } from '../list/FoundPlaces.tsx';
import { orderWords } from '../list/order-words.ts';
import type { RowWords } from '../list/use-row-words.ts';
import classes from './case-card.module.css';

interface CaseCardProps {
  item: CaseListItem;
  /** Query of the page, passed on to the case and back. */
  search: string;
  words: RowWords;
  isChosen: boolean;
  isChecked: boolean;
  isSelecting: boolean;
  /** It is being moved to another place. */
  isBusy: boolean;
  /** It can be dragged to another place. */
  isDraggable: boolean;
  /** The card in the tab order; arrow keys reach the others. */
  isTabStop: boolean;
  /** Name of the menu that moves the card; null without one. */
  menu: string | null;
  /** One line with the status for a day of a month. */
  isLine?: boolean;
  /** Its column is a day, so the card shows the status instead of the date. */
  isOnDay?: boolean;
  onCheck(id: number, checked: boolean): void;
}

/**
 * One case on the board or the calendar, in plain elements without hooks because there may be a thousand. The board or
 * calendar handles clicks and drags. A card is a single block of lines with few boxes: each box that is positioned or cuts
 * its text is one more layer that the browser looks at for each step of scrolling.
 */
export const CaseCard = memo(function CaseCard(props: CaseCardProps) {
  const { item, search, words, isChecked, isSelecting, isTabStop, menu, isLine, isOnDay, onCheck } = props;
  const { t, dental } = words;
  const { pat_firstname: first, pat_lastname: last } = item.case;
  const name = fullName(first, last);
  const patient = name || t('list.noPatient');
  // Two short columns would cut both names; a line is truncated once, at its end.
  const isOneText = isLine || !isLongName(name);
  const other = counterpartOf(item);
  const party = other.institution || other.username || words.unknown;
  const order = orderWords(item, dental);
  const status = words.statusOf(item);
  const tabIndex = isTabStop ? 0 : -1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !isSelecting) return;
    event.preventDefault();
    onCheck(item.id, !isChecked);
  };
  return (
    <li
      // biome-ignore lint/a11y/noRedundantRoles: Safari takes it from lists without bullets, and browsers from entries in blocks.
      role="listitem"
      className={classes.card}
      data-card={item.id}
      data-line={isLine || undefined}
      data-chosen={props.isChosen || undefined}
      data-checked={isChecked || undefined}
      data-busy={props.isBusy || undefined}
      data-movable={(menu !== null && !isSelecting) || undefined}
      data-mark={deliveryMark(item, words.today) ?? undefined}
      draggable={props.isDraggable || undefined}
    >
      {isSelecting && (
        <TickBox
          className={classes.box}
          aria-label={t('list.select', { no: item.no })}
          checked={isChecked}
          tabIndex={tabIndex}
          onChange={(event) => onCheck(item.id, event.currentTarget.checked)}
        />
      )}
      <a
        className={classes.link}
        href={casePath(item.no, search)}
        aria-current={props.isChosen ? 'page' : undefined}
        tabIndex={tabIndex}
        draggable={false}
        title={isLine ? [patient, order, party].filter(Boolean).join(' · ') : undefined}
        data-case={item.id}
        data-no={item.no}
        data-long={!isOneText || undefined}
        onKeyDown={onKeyDown}
      >
        {isOnDay && <StatusSign status={status} name={dental(`statuses.${status}`)} />}
        <span className={classes.patient} dir="auto" title={patient}>
          {isOneText ? (
            marked(patient, words.marks)
          ) : (
            <LongName first={first} last={last} none={t('list.noPatient')} marks={words.marks} />
          )}
        </span>
        {isLine && item.unread_comments > 0 && (
          <span
            role="img"
            className={classes.unread}
            aria-label={t('list.unread', { count: item.unread_comments })}
          />
        )}
        {!isLine && (
          <>
            {isOneText && <br />}
            {order && (
              <>
                <span dir="auto" title={order}>
                  {marked(order, words.marks)}
                </span>
                <br />
              </>
            )}
            <span className={classes.number}>{marked(item.no, words.marks)}</span>
            <span className={classes.other} dir="auto" title={party}>
              {marked(party, words.marks)}
            </span>
            <br />
            <Counts className={classes.counts} item={item} words={words} />
            <DateWord className={classes.date} item={item} words={words} isSorted={!isOnDay} isNarrow />
            <FoundPlaces item={item} words={words} order={order} />
          </>
        )}
      </a>
      {menu !== null && !isSelecting && (
        <button
          type="button"
          className={classes.menu}
          aria-haspopup="menu"
          aria-label={`${menu}: ${patient}`}
          tabIndex={tabIndex}
          data-menu={item.id}
        />
      )}
    </li>
  );
});
