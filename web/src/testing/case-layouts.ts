import type { CaseListItem } from '@cusp/contract/case-list';
import { listCaseDays, listCases } from '@cusp/contract/case-list.routes';
import { PAGES } from '@cusp/contract/pages';
import { fireEvent, screen } from '@testing-library/react';
import { writePersonal } from '../client/personal-storage.ts';
import { CASES, NO_CASES } from './golden.ts';
import { type Answer, replies } from './replies.ts';
import { onDesktop, openScreen } from './screen.tsx';

const [post] = CASES.posts;
if (!post) throw new Error('the fixture has no case');
/** The person who sent the cases. */
export const AUTHOR = post.author;

/** A row of the list. */
export const caseOf = (id: number, last: string, more: Partial<CaseListItem>): CaseListItem => ({
  ...post,
  id,
  no: `2611-ROW${id}`,
  case: { pat_firstname: '', pat_lastname: last },
  ...more,
});
export const OPEN = caseOf(1, 'Öhm', {
  usertype: 'OT',
  status: { code: 'READ', prev: 'OPEN', str: 'Open' },
  actions: ['PROC'],
});

export const CLOSED = caseOf(2, 'Zu', {
  usertype: 'AU',
  status: { code: 'CLSD', prev: 'READ', str: 'Closed' },
  actions: ['OPEN'],
});

/** One open case for the reader's side, and more closed ones than a column loads at a time. */
const COLUMNS: Record<string, typeof CASES> = {
  Open: { ...CASES, posts: [OPEN], page: { ...NO_CASES.page, total_num: 1 } },
  Closed: { ...CASES, posts: [CLOSED], page: { ...CASES.page, total_num: 1200, has_next: true } },
};

/** Opens the cases as a board, on a large screen. */
export function openBoard(search = '', ...answers: Answer[]) {
  onDesktop();
  return openBoardHere(search, ...answers);
}

/** The same in the current window. */
export function openBoardHere(search = '', ...answers: Answer[]) {
  writePersonal('cases-layout', 'board');
  return openScreen(PAGES.cases + search, [
    {
      route: listCases,
      respond: async ({ query }) =>
        Response.json(COLUMNS[new URLSearchParams(query).get('status') ?? ''] ?? NO_CASES),
    },
    ...answers,
  ]);
}

export const column = (name: RegExp) => screen.findByRole('region', { name });

/** Drags a card to a place; returns whether the place accepts it. */
export function drag(card: HTMLElement, place: HTMLElement): boolean {
  const dataTransfer = { setData() {}, effectAllowed: '', dropEffect: '' };
  fireEvent.dragStart(card, { dataTransfer });
  const isRefused = fireEvent.dragOver(place, { dataTransfer });
  if (!isRefused) fireEvent.drop(place, { dataTransfer });
  return !isRefused;
}

export const cardOf = (link: HTMLElement) => link.closest('li') as HTMLElement;

export const day = (date: string, ...posts: CaseListItem[]) => ({ day: date, total: posts.length, posts });
export const DUE = caseOf(3, 'Ort', { usertype: 'AU', deliverydt: '2999-11-20', edit_order: 'change' });
const BEGUN = caseOf(4, 'Bau', { usertype: 'AU', deliverydt: '2999-11-20', edit_order: 'proposal' });

/** Opens the cases as a calendar, on a large screen. */
export function openCalendar(search = '?day=2999-11-15', ...answers: Answer[]) {
  onDesktop();
  writePersonal('cases-layout', 'calendar');
  return openScreen(PAGES.cases + search, [
    replies(listCaseDays, {
      days: [{ ...day('2999-11-20', DUE, BEGUN), total: 9 }],
      overdue_before: 3,
      undated: 2,
    }),
    ...answers,
  ]);
}
