import type { CaseListItem } from '@cusp/contract/case-list';
import { lastOrderDay } from '@cusp/dental/completeness';
import { addDays } from '@cusp/text/dates';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import type { BulkSelection } from '../bulk/use-bulk-selection.ts';
import { CaseCard } from '../cards/CaseCard.tsx';
import { type Moves, type Pile, rowsIn } from '../cards/moves.ts';
import { useDropPlace } from '../cards/use-dragging.ts';
import type { RowWords } from '../list/use-row-words.ts';
import classes from './calendar.module.css';
import { move, weeksOf } from './calendar-days.ts';
import type { Calendar } from './use-calendar.ts';

export interface GridProps {
  calendar: Calendar;
  days: readonly Pile<string>[];
  words: RowWords;
  search: string;
  chosen: string | undefined;
  /** Id of the card that had the focus last. */
  focused: number | null;
  moves: Moves<string>;
  selection: BulkSelection;
  /** Delivery dates can be changed here, where the order allows it. */
  mayEdit: boolean;
  dragged: CaseListItem | null;
  onDrop(day: string): void;
}

/** The days in weeks as a table, or on a phone one below the other. */
export function CalendarGrid(props: GridProps) {
  const { calendar, days, words } = props;
  const { t, format, today } = words;
  const { from, to, span, isAgenda, query } = calendar;
  /** First day of the span whose days before today are shown; a past span shows all its days. */
  const [earlier, setEarlier] = useState<string | null>(null);
  const hasEarlier = earlier === from || to < today;
  const rows = rowsIn(days);
  const tabStop = rows.find(({ id }) => id === props.focused) ?? rows[0];
  const byDay = new Map(days.map((each) => [each.place, each]));
  const cases = (pile: Pile<string>) => <DayCases {...props} pile={pile} tabStop={tabStop} />;
  if (!query.data && query.isPending) return <LoadingState />;
  const none = rows.length === 0 && <p className={classes.none}>{t('calendar.none')}</p>;
  if (isAgenda) {
    const filled = days.filter(
      ({ place, total }) => (total > 0 || place === today) && (hasEarlier || place >= today),
    );
    return (
      <>
        {!hasEarlier && days.some(({ place, total }) => place < today && total > 0) && (
          <Button
            className={classes.earlier}
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconChevronUp size={14} aria-hidden />}
            onClick={() => setEarlier(from)}
          >
            {t('calendar.earlier')}
          </Button>
        )}
        {none}
        {filled.map((pile) => (
          <section key={pile.place} className={classes.agendaDay}>
            <h3 className={classes.agendaHead} data-today={pile.place === today || undefined}>
              {format.longDay(pile.place)}
              {pile.place === today && <span className={classes.todayWord}>{t('dates.today')}</span>}
            </h3>
            {pile.total > 0 ? cases(pile) : <p className={classes.noneToday}>{t('calendar.noneToday')}</p>}
          </section>
        ))}
        <Button
          className={classes.later}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => calendar.step(1)}
        >
          {span === 'month'
            ? format.month(move(span, calendar.day, 1))
            : format.days(addDays(from, 7), addDays(to, 7))}
        </Button>
      </>
    );
  }
  const weeks = weeksOf({ from, to });
  return (
    <>
      {none && <VisuallyHidden role="status">{none}</VisuallyHidden>}
      <table className={classes.grid} data-span={span}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                <span aria-hidden>{format.weekday(day, 'short')}</span>
                <VisuallyHidden>{format.weekday(day, 'long')}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const pile = byDay.get(day) ?? { place: day, rows: [], total: 0 };
                return (
                  <DayCell
                    key={day}
                    day={day}
                    isOther={span === 'month' && day.slice(0, 7) !== calendar.day.slice(0, 7)}
                    {...props}
                  >
                    {cases(pile)}
                  </DayCell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface DayCellProps extends GridProps {
  day: string;
  /** It belongs to the month before or after. */
  isOther: boolean;
  children: React.ReactNode;
}

function DayCell({ day, isOther, words, dragged, onDrop, children }: DayCellProps) {
  const { t, format, today } = words;
  const why = day < today ? t('calendar.past') : day > lastOrderDay(today) ? t('calendar.far') : null;
  const drop = dragged && dragged.deliverydt !== day ? { why, onDrop: () => onDrop(day) } : null;
  const { isOver, place } = useDropPlace(drop);
  return (
    <td
      className={classes.day}
      data-other={isOther || undefined}
      data-past={day < today || undefined}
      data-drop={drop ? (drop.why === null ? 'can' : 'cannot') : undefined}
      data-over={isOver || undefined}
      {...place}
    >
      <div className={classes.dayHead}>
        <span
          className={classes.number}
          data-today={day === today || undefined}
          aria-current={day === today ? 'date' : undefined}
        >
          <span aria-hidden>{Number(day.slice(8))}</span>
          <VisuallyHidden>
            {format.longDay(day)}
            {day === today && ` ${t('dates.today')}`}
          </VisuallyHidden>
        </span>
        {isOver && drop?.why && <span className={classes.why}>{drop.why}</span>}
      </div>
      {children}
    </td>
  );
}

interface DayCasesProps extends GridProps {
  pile: Pile<string>;
  tabStop: CaseListItem | undefined;
}

/** The cases of a day, and how many more there are. */
function DayCases(props: DayCasesProps) {
  const { pile, tabStop, calendar, words, search, chosen, moves, selection, mayEdit } = props;
  const { t } = words;
  const isMonth = calendar.span === 'month' && !calendar.isAgenda;
  const left = pile.total - pile.rows.length;
  if (pile.total === 0) return null;
  return (
    <>
      <ul className={classes.cases} data-lines={isMonth || undefined}>
        {pile.rows.map((item) => (
          <CaseCard
            key={item.id}
            item={item}
            search={search}
            words={words}
            isChosen={item.no === chosen || String(item.id) === chosen}
            isChecked={selection.ids.has(item.id)}
            isSelecting={selection.isOn}
            isBusy={moves.has(item.id)}
            isDraggable={mayEdit && !calendar.isAgenda && item.edit_order === 'change' && !moves.has(item.id)}
            isTabStop={item === tabStop}
            menu={mayEdit && item.edit_order ? t('filter.delivery') : null}
            isLine={isMonth}
            isOnDay
            onCheck={selection.check}
          />
        ))}
      </ul>
      {left > 0 && (isMonth || !calendar.hasMost) && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => (isMonth ? calendar.open(pile.place) : calendar.more())}
        >
          {t('calendar.more', { count: left })}
        </Button>
      )}
      {left > 0 && !isMonth && calendar.hasMost && (
        <p className={classes.noneToday}>{t('calendar.more', { count: left })}</p>
      )}
    </>
  );
}
