import { expect, test, vi } from 'vitest';
import { EARLY_KEYS } from './early-keys.ts';

/** A page that runs the script, with the target of its key presses. */
function openPage() {
  const listeners = new Map<string, (event: object) => void>();
  const page: { takeEarlyKey?: () => object | undefined } = {};
  const run = new Function('globalThis', 'addEventListener', 'removeEventListener', 'setTimeout', EARLY_KEYS);
  let over = () => {};
  run(
    page,
    (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    (name: string) => listeners.delete(name),
    (end: () => void) => {
      over = end;
    },
  );
  const send = (type: string, more: object) => {
    const event = { type, code: '', target: { closest: () => null }, preventDefault: vi.fn(), ...more };
    listeners.get(type)?.(event);
    return event;
  };
  return {
    press: (key: string, more: object = {}) => send('keydown', { key, ...more }),
    click: () => send('pointerdown', {}),
    take: () => page.takeEarlyKey?.(),
    end: () => over(),
  };
}
const CTRL = { ctrlKey: true };

test.each([
  ['k', CTRL],
  ['K', { metaKey: true }],
  ['ㅏ', { ...CTRL, code: 'KeyK' }],
])('%s with %j is kept, and the browser does nothing with it', (key, more) => {
  const { press, take } = openPage();
  const event = press(key, more);
  expect(event.preventDefault).toHaveBeenCalled();
  press(key, { ...more, repeat: true });
  expect([take(), take()]).toEqual([event, undefined]);
});

test.each([
  ['k', {}],
  ['?', { shiftKey: true }],
  ['/', {}],
  ['t', { ...CTRL, code: 'KeyK' }],
  ['k', { ...CTRL, shiftKey: true }],
  ['k', { ...CTRL, altKey: true }],
  ['/', CTRL],
  ['k', { ...CTRL, target: { closest: () => ({}) } }],
])('%s with %j is left to the browser', (key, more) => {
  const { press, take } = openPage();
  expect(press(key, more).preventDefault).not.toHaveBeenCalled();
  expect(take()).toBeUndefined();
});

test('a key is dropped by any later input', () => {
  for (const act of ['press', 'click'] as const) {
    const page = openPage();
    page.press('k', CTRL);
    page[act]('x');
    expect(page.take()).toBeUndefined();
  }
});

test('the browser gets its keys back once the shell has taken over, or when none comes', () => {
  for (const act of ['take', 'end'] as const) {
    const page = openPage();
    page.press('k', CTRL);
    page[act]();
    expect(page.press('k', CTRL).preventDefault).not.toHaveBeenCalled();
    expect(page.take()).toBeUndefined();
  }
});
