import type { CaseComment } from '@cusp/contract/case-comment';
import { expect, test } from 'vitest';
import { newComments } from './new-comments.ts';

const comment = (id: number, author = 0): CaseComment => ({
  id,
  text: 't',
  mentions: [],
  mentions_me: false,
  is_unread: false,
  file: null,
  pin: null,
  thread_id: null,
  reply_to: null,
  reactions: [],
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
const unread = (id: number, author = 0): CaseComment => ({ ...comment(id, author), is_unread: true });

test('unread comments by others are new, in any position', () => {
  expect(newComments([unread(1), comment(2), unread(3, 1), unread(4)], NONE)).toEqual(new Set([1, 4]));
  expect(newComments([comment(1), comment(2, 1)], NONE)).toEqual(NONE);
});

test('a comment marked as new stays marked once read and until it is deleted', () => {
  expect(newComments([comment(1), comment(2)], new Set([1, 7]))).toEqual(new Set([1]));
});
