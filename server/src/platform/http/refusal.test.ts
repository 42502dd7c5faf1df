import { expect, test } from 'vitest';
import { isRefusal, Refusal, unlessRefused } from './refusal.ts';

test('a refusal becomes null, and a failure is thrown', async () => {
  await expect(unlessRefused(Promise.resolve(1))).resolves.toBe(1);
  await expect(unlessRefused(Promise.reject(new Refusal('not_found')))).resolves.toBeNull();
  const failure = new Error('connection lost');
  await expect(unlessRefused(Promise.reject(failure))).rejects.toBe(failure);
});

test('a refusal is recognised by its code', () => {
  expect(isRefusal(new Refusal('not_found'), 'not_found')).toBe(true);
  expect(isRefusal(new Refusal('not_found'), 'email_taken')).toBe(false);
  expect(isRefusal(new Error('not_found'), 'not_found')).toBe(false);
});
