import type { CaseComment } from '@cusp/contract/cases';
import { expect, test } from 'vitest';
import { newComments, unreadAtFirst } from './new-comments.ts';

const comment = (id: number, author = 0): CaseComment => ({
  id,
  text: 't',
  mentions: [],
  mentions_me: false,
  is_unread: false,
  file: null,
  pin: null,
  version: 1,
  author,
  name: 'n',
  picture: null,
  author_is_unknown: false,
  created_date: '2026-01-01T00:00:00Z',
  updated_date: '2026-01-01T00:00:00Z',
  is_edited: false,
  is_editable: author === 1,
});
const NONE: ReadonlySet<number> = new Set();

test('on the first look the last unread ones of others are new', () => {
  const comments = [comment(1), comment(2, 1), comment(3), comment(4, 1), comment(5)];
  expect(newComments(comments, { unread: 2, seen: null, marked: NONE })).toEqual(new Set([3, 5]));
  expect(newComments(comments, { unread: 0, seen: null, marked: NONE })).toEqual(NONE);
  expect(newComments(comments, { unread: 99, seen: null, marked: NONE })).toEqual(new Set([1, 3, 5]));
});

test('afterwards what arrives is new, never an own comment', () => {
  const comments = [comment(1), comment(2, 1), comment(3)];
  expect(newComments(comments, { unread: 0, seen: new Set([1]), marked: NONE })).toEqual(new Set([3]));
});

test('marks stay while the case is open and go with their comment', () => {
  const marked = new Set([1, 7]);
  expect(newComments([comment(1), comment(2)], { unread: 0, seen: new Set([1, 2]), marked })).toEqual(
    new Set([1]),
  );
});

test('what the answer itself calls unread is new, wherever it stands', () => {
  const comments = [{ ...comment(1), is_unread: true }, comment(2), comment(3)];
  expect(newComments(comments, { unread: 1, seen: null, marked: NONE })).toEqual(new Set([1]));
  expect(newComments(comments, { unread: 0, seen: new Set([1, 2, 3]), marked: NONE })).toEqual(new Set([1]));
});

test('who comes by a link has unread comments although no list knows the case', () => {
  const comments = [{ ...comment(1), is_unread: true }, comment(2), { ...comment(3, 1), is_unread: true }];
  expect(unreadAtFirst(comments, { listed: 0, isFresh: true })).toBe(1);
  expect(unreadAtFirst(comments, { listed: 2, isFresh: true })).toBe(2);
});

test('an answer of an earlier look makes nothing new again', () => {
  const comments = [{ ...comment(1), is_unread: true }];
  expect(unreadAtFirst(comments, { listed: 0, isFresh: false })).toBe(0);
  expect(unreadAtFirst(comments, { listed: 1, isFresh: false })).toBe(1);
});
