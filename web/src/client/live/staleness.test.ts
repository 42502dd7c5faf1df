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

describe('what an event makes stale', () => {
  test.each(EVENT_NAMES)('%s: exactly its row of the table', (name) => {
    const stale: readonly string[] = STALE_AFTER[name];
    for (const word of WORDS)
      expect(isMadeStale(happening(name, 7), [word, 7], undefined)).toBe(stale.includes(word));
  });

  test.each(EVENT_NAMES)('%s: nothing of another case', (name) => {
    for (const word of OF_ONE_CASE) expect(isMadeStale(happening(name, 7), [word, 8], { id: 8 })).toBe(false);
  });

  test('a case opened by its number is known by the answer, and may be any before that', () => {
    const event = happening('post_modified', 7);
    expect(isMadeStale(event, ['case', '2611-AB'], { id: 7 })).toBe(true);
    expect(isMadeStale(event, ['case', '2611-AB'], { id: 8 })).toBe(false);
    expect(isMadeStale(event, ['case', '2611-AB'], undefined)).toBe(true);
  });

  test('several cases at once', () => {
    const event = happening('posts_deleted', null, { cases: [3, 4] });
    expect(isMadeStale(event, ['case', 4], undefined)).toBe(true);
    expect(isMadeStale(event, ['case', 5], undefined)).toBe(false);
  });

  test('a new case concerns the first page of a list only', () => {
    expect(isMadeStale(happening('post_published', 7), ['cases', { page: 1 }], undefined)).toBe(true);
    expect(isMadeStale(happening('post_published', 7), ['cases', { page: 2 }], undefined)).toBe(false);
    expect(isMadeStale(happening('post_modified', 7), ['cases', { page: 2 }], undefined)).toBe(true);
  });

  test('an event of a group that names no case touches every open case', () => {
    expect(isMadeStale(happening('sharegroup_deleted', null), ['case', 5], undefined)).toBe(true);
  });

  test('an edited comment may name somebody anew: lists and what needs them are asked again', () => {
    const event = happening('comment_modified', 7);
    for (const word of ['cases', 'today']) expect(isMadeStale(event, [word], undefined)).toBe(true);
  });

  test('who founds a group in another tab has no invitations waiting any more, and can hand cases on', () => {
    const event = happening('sharegroup_modified', null);
    for (const word of ['alarms', 'case']) expect(isMadeStale(event, [word], undefined)).toBe(true);
    expect(staleBy(event)).toContain('user');
  });

  test('unknown events and foreign keys', () => {
    expect(staleBy({ name: 'something_new' })).toEqual([]);
    expect(staleBy({ name: 'toString' })).toEqual([]);
    expect(isMadeStale(happening('toString', 7), ['case', 7], undefined)).toBe(false);
    expect(isMadeStale(happening('post_modified', 7), [], undefined)).toBe(false);
  });
});

test('cases of an event', () => {
  expect(casesOf({ case_id: 3, ids: { cases: [4] } })).toEqual([3]);
  expect(casesOf({ case_id: null, ids: { posts: 4, cases: [5, 6] } })).toEqual([5, 6, 4]);
  expect(casesOf({ case_id: null, ids: { connection: 4 } })).toEqual([]);
});
