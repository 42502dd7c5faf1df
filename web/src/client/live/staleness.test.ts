import { EVENT_NAMES } from '@cusp/contract/event-names';
import type { LiveEvent } from '@cusp/contract/live';
import { describe, expect, test } from 'vitest';
import { type CacheKey, casesOf, isMadeStale, STALE_AFTER, staleBy } from './staleness.ts';

const WORDS = [...new Set(Object.values(STALE_AFTER).flat())] as CacheKey[];
const OF_ONE_CASE = ['case', 'files', 'comments', 'history', 'shares'];

const happening = (name: string, case_id: number | null, ids: LiveEvent['ids'] = {}) => ({
  name,
  case_id,
  ids,
});

describe('queries an event invalidates', () => {
  test.each(EVENT_NAMES)('%s invalidates exactly its row of the table', (name) => {
    const stale: readonly string[] = STALE_AFTER[name];
    for (const word of WORDS)
      expect(isMadeStale(happening(name, 7), [word, 7], undefined)).toBe(stale.includes(word));
  });

  test.each(EVENT_NAMES)('%s leaves queries of other cases alone', (name) => {
    for (const word of OF_ONE_CASE) expect(isMadeStale(happening(name, 7), [word, 8], { id: 8 })).toBe(false);
  });

  test('a case opened by its number matches by the id in its data, and any case before that', () => {
    const event = happening('post_modified', 7);
    expect(isMadeStale(event, ['case', '2611-AB'], { id: 7 })).toBe(true);
    expect(isMadeStale(event, ['case', '2611-AB'], { id: 8 })).toBe(false);
    expect(isMadeStale(event, ['case', '2611-AB'], undefined)).toBe(true);
  });

  test('one event can name several cases', () => {
    const event = happening('posts_deleted', null, { cases: [3, 4] });
    expect(isMadeStale(event, ['case', 4], undefined)).toBe(true);
    expect(isMadeStale(event, ['case', 5], undefined)).toBe(false);
  });

  test('a new case invalidates only the first page of a list', () => {
    expect(isMadeStale(happening('post_published', 7), ['cases', { page: 1 }], undefined)).toBe(true);
    expect(isMadeStale(happening('post_published', 7), ['cases', { page: 2 }], undefined)).toBe(false);
    expect(isMadeStale(happening('post_modified', 7), ['cases', { page: 2 }], undefined)).toBe(true);
  });

  test('a group event without a case invalidates every open case', () => {
    expect(isMadeStale(happening('sharegroup_deleted', null), ['case', 5], undefined)).toBe(true);
  });

  test('an edited comment may mention more people, so lists and open tasks are invalidated', () => {
    const event = happening('comment_modified', 7);
    for (const word of ['cases', 'today']) expect(isMadeStale(event, [word], undefined)).toBe(true);
  });

  test('founding a group in another tab invalidates invitations and hand-offs', () => {
    const event = happening('sharegroup_modified', null);
    for (const word of ['alarms', 'case']) expect(isMadeStale(event, [word], undefined)).toBe(true);
    expect(staleBy(event)).toContain('user');
  });

  test('joining and leaving a group invalidates production steps, which are those of its owner', () => {
    for (const name of ['sguser_accepted', 'sguser_deleted', 'sharegroup_deleted'])
      expect(staleBy({ name })).toContain('steps');
  });

  test('unknown events and foreign keys invalidate nothing', () => {
    expect(staleBy({ name: 'something_new' })).toEqual([]);
    expect(staleBy({ name: 'toString' })).toEqual([]);
    expect(isMadeStale(happening('toString', 7), ['case', 7], undefined)).toBe(false);
    expect(isMadeStale(happening('post_modified', 7), [], undefined)).toBe(false);
  });
});

test('casesOf reads the case ids of an event', () => {
  expect(casesOf({ case_id: 3, ids: { cases: [4] } })).toEqual([3]);
  expect(casesOf({ case_id: null, ids: { posts: 4, cases: [5, 6] } })).toEqual([5, 6, 4]);
  expect(casesOf({ case_id: null, ids: { connection: 4 } })).toEqual([]);
});
