import { expect, test, vi } from 'vitest';
import { openTestApp } from '../testing/test-app.ts';
import { Hub } from './events/hub.ts';
import { NOBODY } from './http/actor.ts';
import { inTransaction } from './work.ts';

const t = await openTestApp();

test('a failing callback after the commit neither stops the others nor fails the change', async () => {
  const logged = vi.spyOn(t.services.log, 'error').mockImplementation(() => {});
  const called: string[] = [];
  const result = await inTransaction(t.services, NOBODY, async (work) => {
    work.onCommit(() => {
      throw new Error('no');
    });
    work.onCommit(() => called.push('second'));
    return 'done';
  });
  expect(result).toBe('done');
  expect(called).toEqual(['second']);
  expect(logged).toHaveBeenCalledOnce();
});

test('waking a closed hub sets no timer', async () => {
  const hub = new Hub(t.services.db, t.services.log);
  await hub.start(null);
  await hub.close();
  const timer = vi.spyOn(globalThis, 'setTimeout');
  hub.wake();
  expect(timer).not.toHaveBeenCalled();
});
