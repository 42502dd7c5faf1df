import { expect, test } from 'vitest';
import { loadTexts } from './load-texts.ts';

test('texts are loaded once, and a failed load is tried again by the next caller', async () => {
  expect(loadTexts('sms')).toBe(loadTexts('sms'));
  const failed = loadTexts('no-such-texts');
  await expect(failed).rejects.toThrow('ENOENT');
  const again = loadTexts('no-such-texts');
  expect(again === failed, 'the failed load is given to the next caller').toBe(false);
  await expect(again).rejects.toThrow('ENOENT');
});
