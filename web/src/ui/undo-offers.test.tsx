// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { closeScreen } from '../testing/screen.tsx';
import { offerUndo, withUndo } from './undo-offers.ts';

const press = (repeat = false) =>
  dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, repeat }));
const offered = ({ onUndo = async () => false, ...more }: Partial<Parameters<typeof offerUndo>[0]> = {}) => {
  const undo = vi.fn(onUndo);
  const offer = offerUndo({ text: '', until: Date.now() + 10_000, onUndo: undo, ...more });
  return { onUndo: undo, offer };
};

test('Ctrl+Z takes the latest offer first, each press one change and each change once', async () => {
  const [one, two, three] = [offered(), offered(), offered()];
  const calls = () => [one, two, three].map(({ onUndo }) => onUndo.mock.calls.length);
  press();
  press(true);
  expect(calls()).toEqual([0, 0, 1]);
  press();
  expect(calls()).toEqual([0, 1, 1]);
  await eventually(() => expect([two.offer.phase(), three.offer.phase()]).toEqual(['over', 'over']));
  press();
  press();
  expect(calls()).toEqual([1, 1, 1]);
  await eventually(() => expect(one.offer.phase()).toBe('over'));
});

test('two presses while two changes are sent undo both', async () => {
  const reply = Promise.withResolvers<void>();
  const change = () =>
    withUndo(async (early) => {
      await reply.promise;
      return offered({ early });
    });
  const changes = [change(), change(), change()];
  press();
  press();
  reply.resolve();
  const done = await Promise.all(changes);
  expect(done.map(({ onUndo }) => onUndo.mock.calls.length)).toEqual([0, 1, 1]);
  done[0]?.offer.end();
});

test('Ctrl+Z while a change is sent undoes that change, not an earlier one', async () => {
  const earlier = offered();
  const { onUndo } = await withUndo(async (early) => {
    press();
    return offered({ early });
  });
  expect(onUndo).toHaveBeenCalledTimes(1);
  expect(earlier.onUndo).not.toHaveBeenCalled();
  earlier.offer.end();
});

test('Ctrl+Z undoes an offered change, not an older one that still waits for its reply', async () => {
  const reply = Promise.withResolvers<void>();
  const older = withUndo(async (early) => {
    await reply.promise;
    return offered({ early });
  });
  const { onUndo } = await withUndo(async (early) => offered({ early }));
  press();
  expect(onUndo).toHaveBeenCalledTimes(1);
  const { onUndo: latest } = await withUndo(async (early) => offered({ early }));
  reply.resolve();
  expect((await older).onUndo).not.toHaveBeenCalled();
  press();
  expect(latest).toHaveBeenCalledTimes(1);
  expect((await older).onUndo).not.toHaveBeenCalled();
  (await older).offer.end();
});

test('Ctrl+Z for a change that fails or has nothing to undo is not kept for the next one', async () => {
  await withUndo(async () => press());
  await withUndo(async () => {
    press();
    throw new Error('refused');
  }).catch(() => undefined);
  const next = await withUndo(async (early) => offered({ early }));
  expect(next.onUndo).not.toHaveBeenCalled();
  next.offer.end();
});

test('an offer that can be tried again stays, and is over when its time is', async () => {
  vi.useFakeTimers();
  const { offer, onUndo } = offered({ onUndo: async () => true });
  await offer.take();
  expect(offer.phase()).toBe('open');
  vi.advanceTimersByTime(10_000);
  expect(offer.phase()).toBe('over');
  press();
  expect(onUndo).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('a clock set back by years keeps an offer open without spinning its timer, which ends with the offer', () => {
  vi.useFakeTimers();
  const { offer } = offered();
  vi.setSystemTime(Date.now() - 1000 * 86_400_000);
  vi.advanceTimersToNextTimer();
  const first = Date.now();
  vi.advanceTimersToNextTimer();
  expect([offer.phase(), Date.now() - first]).toEqual(['open', 10_000]);
  offer.end();
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const SETS = ['status 31'];

test.each([
  ['the later one last', [1, 2]],
  ['the later one first', [2, 1]],
])('of two changes of the same thing only the later one is shown, with the reply to %s', async (_, order) => {
  const replies = new Map([1, 2].map((place) => [place, Promise.withResolvers<void>()]));
  const change = (place: number) =>
    withUndo(async (early) => {
      await replies.get(place)?.promise;
      return offered({ early, sets: SETS });
    });
  const other = offered({ sets: ['status 32'] });
  const changes = [change(1), change(2)];
  for (const [at, place] of order.entries()) {
    replies.get(place)?.resolve();
    await changes[place - 1];
    if (at === 0) expect((await changes[place - 1])?.offer.isShown()).toBe(true);
  }
  const all = [...(await Promise.all(changes)), other];
  const shown = () => all.map(({ offer }) => offer.isShown());
  expect(shown()).toEqual([false, true, true]);
  all[1]?.offer.end();
  expect(shown()).toEqual([true, false, true]);
  for (const { offer } of all) offer.end();
});

test('two presses take two changes of the same thing back one after the other, and nothing else', async () => {
  const answer = Promise.withResolvers<boolean>();
  const other = offered({ sets: ['status 32'] });
  const older = offered({ sets: SETS });
  const later = offered({ sets: SETS, onUndo: () => answer.promise });
  press();
  press();
  expect(later.onUndo).toHaveBeenCalledTimes(1);
  expect(older.onUndo).not.toHaveBeenCalled();
  answer.resolve(false);
  await eventually(() => expect(older.offer.phase()).toBe('over'));
  expect(older.onUndo).toHaveBeenCalledTimes(1);
  expect(other.onUndo).not.toHaveBeenCalled();
  other.offer.end();
});

test('two presses undo a change that is still being sent before the older one that is offered', async () => {
  const reply = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  const older = offered({ sets: SETS });
  const change = withUndo(async (early) => {
    await reply.promise;
    return offered({ early, sets: SETS, onUndo: () => answer.promise });
  }, SETS);
  press();
  press();
  expect(older.onUndo).not.toHaveBeenCalled();
  reply.resolve();
  const later = await change;
  expect(later.onUndo).toHaveBeenCalledTimes(1);
  expect(older.onUndo).not.toHaveBeenCalled();
  answer.resolve(false);
  await eventually(() => expect(older.offer.phase()).toBe('over'));
  expect(older.onUndo).toHaveBeenCalledTimes(1);
});

test('an undo that waits for a change of the same thing is not made once its offer has ended', async () => {
  const reply = Promise.withResolvers<void>();
  const older = offered({ sets: SETS });
  const change = withUndo(() => reply.promise, SETS);
  press();
  press();
  older.offer.end();
  reply.resolve();
  await change;
  await older.offer.taken();
  expect(older.onUndo).not.toHaveBeenCalled();
});

test('an undo does not wait for a change of something else that is being sent', async () => {
  const reply = Promise.withResolvers<void>();
  const older = offered({ sets: ['status 32'] });
  const change = withUndo(() => reply.promise, SETS);
  press();
  press();
  expect(older.onUndo).toHaveBeenCalledTimes(1);
  reply.resolve();
  await change;
  await older.offer.taken();
});

test('closing the screen of a test ends all offers', () => {
  const offers = [offered({ sets: SETS }), offered({ sets: SETS })].map(({ offer }) => offer);
  closeScreen();
  expect(offers.map((offer) => offer.phase())).toEqual(['over', 'over']);
});

test('a later undo that has to be repeated leaves the older offer untaken and open', async () => {
  const answer = Promise.withResolvers<boolean>();
  const older = offered({ sets: SETS });
  const later = offered({ sets: SETS, onUndo: () => answer.promise });
  press();
  press();
  answer.resolve(true);
  await eventually(() => expect([older.offer.phase(), later.offer.phase()]).toEqual(['open', 'open']));
  expect(older.onUndo).not.toHaveBeenCalled();
  expect(older.offer.isShown()).toBe(false);
  later.offer.dismiss();
  expect(older.offer.phase()).toBe('over');
});

test('a change of several things is shown until each of them was changed again', () => {
  const bulk = offered({ sets: ['status 31', 'status 32'] });
  const one = offered({ sets: ['status 31'] });
  expect(bulk.offer.isShown()).toBe(true);
  const two = offered({ sets: ['status 32'] });
  expect(bulk.offer.isShown()).toBe(false);
  for (const { offer } of [one, two, bulk]) offer.end();
});
