import { ACTION_ID_KEPT_MS } from '@cusp/contract/events';
import { expect, test } from 'vitest';
import { isOwnAction, newActionId } from './action-ids.ts';

test('an own action is known for five minutes', () => {
  const start = 1_000_000;
  const id = newActionId(start);
  expect(isOwnAction(id, start)).toBe(true);
  expect(isOwnAction(id, start + ACTION_ID_KEPT_MS - 1)).toBe(true);
  expect(isOwnAction(id, start + ACTION_ID_KEPT_MS)).toBe(false);
});

test('what another tab or nobody did is not ours', () => {
  expect(isOwnAction(crypto.randomUUID())).toBe(false);
  expect(isOwnAction(null)).toBe(false);
});

test('ids fit the header', () => expect(newActionId()).toMatch(/^[\w-]{36}$/));
