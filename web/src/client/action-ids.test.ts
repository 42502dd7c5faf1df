import { ACTION_ID_KEPT_MS } from '@cusp/contract/events';
import { expect, test } from 'vitest';
import { isOwnAction, newActionId } from './action-ids.ts';

test('isOwnAction knows an action of this tab for five minutes', () => {
  const start = 1_000_000;
  const id = newActionId(start);
  expect(isOwnAction(id, start)).toBe(true);
  expect(isOwnAction(id, start + ACTION_ID_KEPT_MS - 1)).toBe(true);
  expect(isOwnAction(id, start + ACTION_ID_KEPT_MS)).toBe(false);
});

test("isOwnAction is false for another tab's id and for null", () => {
  expect(isOwnAction(crypto.randomUUID())).toBe(false);
  expect(isOwnAction(null)).toBe(false);
});

test('action ids fit the length of the header', () => expect(newActionId()).toMatch(/^[\w-]{36}$/));
