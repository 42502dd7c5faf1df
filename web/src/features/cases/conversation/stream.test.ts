import type { CaseComment } from '@cusp/contract/case-comment';
import type { HistoryAction, HistoryEntry } from '@cusp/contract/history';
import { describe, expect, test } from 'vitest';
import { daysOf, streamOf } from './stream.ts';

const DAY = '2026-05-01T';
const comment = (id: number, at: string) => ({ id, thread_id: null, created_date: at }) as CaseComment;
const entry = (id: string, at: string, action: HistoryAction = 'opened') =>
  ({ id, at, action }) as HistoryEntry;
const ALL = { limit: 100, fresh: new Set<number>(), hasEarlier: false };
const ids = ({ items }: ReturnType<typeof streamOf>) => items.map(({ id }) => id);

test('comments and history are in one order by time', () => {
  const comments = [comment(1, `${DAY}10:00:00Z`), comment(2, `${DAY}12:00:00.500Z`)];
  const entries = [entry('e3', `${DAY}12:00:00Z`), entry('e2', `${DAY}09:00:00Z`)];
  expect(ids(streamOf(comments, entries, ALL))).toEqual(['e2', 'c1', 'e3', 'c2']);
});

test('entries about comments that are shown are left out, deleted ones are not', () => {
  const entries = [
    entry('e1', `${DAY}10:00:00Z`, 'comment_added'),
    entry('e2', `${DAY}11:00:00Z`, 'comment_edited'),
    entry('e3', `${DAY}12:00:00Z`, 'comment_deleted'),
  ];
  expect(ids(streamOf([], entries, ALL))).toEqual(['e3']);
});

test('an entry that appears on two pages is listed once, at its latest time', () => {
  const entries = [
    entry('e1', `${DAY}12:00:00Z`),
    entry('e2', `${DAY}11:00:00Z`),
    entry('e1', `${DAY}10:00:00Z`),
  ];
  expect(ids(streamOf([], entries, ALL))).toEqual(['e2', 'e1']);
});

test('earlier comments are left out together with the history before them', () => {
  const comments = [1, 2, 3, 4].map((id) => comment(id, `${DAY}0${id}:00:00Z`));
  const entries = [entry('e9', `${DAY}03:30:00Z`), entry('e8', `${DAY}01:30:00Z`)];
  const stream = streamOf(comments, entries, { ...ALL, limit: 2, hasEarlier: true });
  expect(ids(stream)).toEqual(['c3', 'e9', 'c4']);
  expect(stream.hidden).toBe(2);
});

test('new comments are shown however old they are', () => {
  const comments = [1, 2, 3, 4].map((id) => comment(id, `${DAY}0${id}:00:00Z`));
  const stream = streamOf(comments, [], { ...ALL, limit: 1, fresh: new Set([2]) });
  expect(ids(stream)).toEqual(['c2', 'c3', 'c4']);
  expect(stream.hidden).toBe(1);
});

test('the gap is where the loaded history begins, even if its first entry is not shown', () => {
  const comments = [comment(1, `${DAY}01:00:00Z`), comment(2, `${DAY}05:00:00Z`)];
  const entries = [entry('e9', `${DAY}06:00:00Z`), entry('e8', `${DAY}04:00:00Z`, 'comment_added')];
  expect(ids(streamOf(comments, entries, { ...ALL, hasEarlier: true }))).toEqual(['c1', 'gap', 'c2', 'e9']);
  expect(ids(streamOf(comments, [], { ...ALL, hasEarlier: true }))).toEqual(['c1', 'c2']);
});

test('daysOf splits days at local midnight', () => {
  const at = (...of: [number, number, number, number, number]) => new Date(...of).toISOString();
  const { items } = streamOf(
    [comment(1, at(2026, 4, 1, 0, 0)), comment(2, at(2026, 4, 2, 0, 1))],
    [entry('e1', at(2026, 4, 1, 23, 59))],
    ALL,
  );
  expect(daysOf(items).map((day) => day.items.map(({ id }) => id))).toEqual([['c1', 'e1'], ['c2']]);
  expect(daysOf([])).toEqual([]);
});

describe('threads', () => {
  const reply = (id: number, thread_id: number, at: string) =>
    ({ ...comment(id, at), thread_id }) as CaseComment;
  const threads = (comments: CaseComment[], options: Partial<typeof ALL> = {}) => {
    const { items, hidden } = streamOf(comments, [], { ...ALL, ...options });
    const shown = items.map((item) =>
      item.kind === 'thread' ? [item.comment?.id ?? null, ...item.replies.map(({ id }) => id)] : [],
    );
    return { shown, hidden };
  };
  const [one, two, answer] = [
    comment(1, `${DAY}08:00:00Z`),
    comment(2, `${DAY}09:00:00Z`),
    reply(3, 1, `${DAY}10:00:00Z`),
  ];

  test('replies follow the comment they answer, and a deleted one keeps its place for them', () => {
    expect(threads([one, two, answer]).shown).toEqual([[1, 3], [2]]);
    expect(threads([two, answer, reply(4, 1, `${DAY}11:00:00Z`)]).shown).toEqual([[2], [null, 3, 4]]);
  });

  test('a late reply shows its whole thread, but not what was written between', () => {
    expect(threads([one, two, answer], { limit: 1 })).toEqual({ shown: [[1, 3]], hidden: 1 });
    expect(threads([one, two, answer], { limit: 1, fresh: new Set([2]) }).hidden).toBe(0);
  });
});
