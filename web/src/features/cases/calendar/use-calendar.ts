import { listCaseDays } from '@cusp/contract/case-list.routes';
import type { Language } from '@cusp/contract/wire';
import { firstWeekday } from '@cusp/text/dates';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { localTimeZone, useToday } from '../../../client/local-time.ts';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { useCall } from '../../../client/use-call.ts';
import type { Pile } from '../cards/moves.ts';
import { type CaseFilters, wireQueryOf } from '../filters/case-filters.ts';
import { calendarDayOf, move, SPANS, type Span, spanOf, weeksOf, withCalendarDay } from './calendar-days.ts';

const SPAN = 'cases-calendar';

/** Maximum number of cases of a day: a few in a month, more if a day has the height of the page. */
const IN_MONTH = 4;
const IN_WEEK = 50;

/** The days of the calendar and their cases. Its reference day is in the URL, the span in this browser. */
export function useCalendar(filters: CaseFilters, isPhone: boolean) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const today = useToday();
  const { i18n } = useTranslation();
  const first = firstWeekday(i18n.language as Language);
  const [chosenSpan, setSpan] = useState<Span>(
    () => SPANS.find((each) => each === readPersonal(SPAN)) ?? 'month',
  );
  const day = calendarDayOf(search) ?? today;
  const isAgenda = isPhone;
  const { from, to } = spanOf(chosenSpan, day, first, !isAgenda);
  const perDay = isAgenda || chosenSpan === 'week' ? IN_WEEK : IN_MONTH;
  const [more, setMore] = useState({ of: '', times: 0 });
  const key = `${from} ${to}`;
  const wire = useMemo(() => {
    const { sort: _sort, page: _page, num_per_page: _size, ...asked } = wireQueryOf(filters, 1);
    const times = more.of === key ? more.times : 0;
    return { ...asked, zone: localTimeZone(), from, to, per_day: Math.min(500, perDay + times * 150) };
  }, [filters, from, to, perDay, more, key]);
  const query = useCall(listCaseDays, { query: wire }, ['cases', 'days', wire], {
    placeholderData: keepPreviousData,
  });
  const days = useMemo(() => {
    const found = new Map(query.data?.days.map((each) => [each.day, each]));
    return weeksOf({ from, to })
      .flat()
      .filter((each) => each <= to)
      .map(
        (place): Pile<string> => ({
          place,
          rows: found.get(place)?.posts ?? [],
          total: found.get(place)?.total ?? 0,
        }),
      );
  }, [query.data, from, to]);
  const go = (next: string, isReplaced = false) =>
    void navigate(
      { pathname, search: withCalendarDay(search, next === today ? null : next) },
      { replace: isReplaced },
    );
  const show = (span: Span) => {
    writePersonal(SPAN, span);
    setSpan(span);
  };
  return {
    query,
    days,
    from,
    to,
    day,
    span: chosenSpan,
    today,
    isAgenda,
    go,
    // From the day in the URL: after a quick second step the page still shows the previous one.
    step: (by: 1 | -1) => go(move(chosenSpan, calendarDayOf(window.location.search) ?? today, by)),
    show,
    /** Shows the week of a day, with all its cases. */
    open(next: string) {
      show('week');
      go(next);
    },
    /** Loads more cases of each day. */
    more: () => setMore((before) => ({ of: key, times: before.of === key ? before.times + 1 : 1 })),
    hasMost: wire.per_day === 500,
  };
}

export type Calendar = ReturnType<typeof useCalendar>;
