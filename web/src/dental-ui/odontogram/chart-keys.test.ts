import { standingTeeth } from '@cusp/dental/odontogram/standing-teeth';
import { fdiToId, TOOTH_IDS, type ToothId } from '@cusp/dental/teeth';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readKey, stepTo } from './chart-keys.ts';

const press = (
  key: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey', boolean>> = {},
) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
});

test.each([
  ['tu8', 'ArrowRight', 'tu9'],
  ['tu8', 'ArrowLeft', 'tu7'],
  ['tu1', 'ArrowLeft', 'tu1'],
  ['td16', 'ArrowRight', 'td16'],
  ['tu3', 'ArrowDown', 'td3'],
  ['td3', 'ArrowUp', 'tu3'],
  ['tu3', 'ArrowUp', 'tu3'],
  ['td3', 'ArrowDown', 'td3'],
  ['td9', 'Home', 'td1'],
  ['tu9', 'End', 'tu16'],
] as const)('from %s, %s moves to %s', (from, key, to) => {
  expect(readKey(from, press(key))).toEqual({ does: 'move', to, extend: false });
  expect(readKey(from, press(key, { shiftKey: true }))).toEqual({ does: 'move', to, extend: true });
});

test('Space, Enter, Escape and M act on the current tooth', () => {
  expect(readKey('tu1', press(' '))).toEqual({ does: 'toggle' });
  expect(readKey('tu1', press('Enter'))).toEqual({ does: 'toggle' });
  expect(readKey('tu1', press('Escape'))).toEqual({ does: 'clear' });
  expect(readKey('tu1', press('m'))).toEqual({ does: 'dentition' });
  expect(readKey('tu1', press('M', { shiftKey: true }))).toEqual({ does: 'dentition' });
});

test('readKey leaves keys of the browser and the page alone', () => {
  expect(readKey('tu1', press('Tab'))).toBeNull();
  expect(readKey('tu1', press('a'))).toBeNull();
  for (const held of ['ctrlKey', 'altKey', 'metaKey'])
    for (const key of ['ArrowLeft', 'Enter', 'm', 'Home'])
      expect(readKey('tu1', press(key, { [held]: true }))).toBeNull();
});

test('arrow keys alone reach every tooth from every other', () => {
  const walk = (from: ToothId, to: ToothId): ToothId => {
    let at = from;
    const step = (key: string) => {
      const read = readKey(at, press(key));
      if (read?.does === 'move') at = read.to;
    };
    step(to.startsWith('tu') ? 'ArrowUp' : 'ArrowDown');
    const distance = Number(to.slice(2)) - Number(at.slice(2));
    for (let i = 0; i < Math.abs(distance); i++) step(distance > 0 ? 'ArrowRight' : 'ArrowLeft');
    return at;
  };
  const any = fc.constantFrom(...TOOTH_IDS);
  fc.assert(
    fc.property(any, any, (from, to) => {
      expect(walk(from, to)).toBe(to);
    }),
  );
});

test('arrow keys skip both teeth of a shared place', () => {
  const teeth = standingTeeth(new Set(), [15, 55, 45, 85]);
  const walk = (from: number, ...keys: string[]) =>
    keys.reduce((at, key) => {
      const read = readKey(fdiToId(at) ?? 'tu1', press(key));
      return read?.does === 'move' ? stepTo(teeth, at, key, read.to) : at;
    }, from);
  const down = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'];
  expect(down.map((_, index) => walk(15, ...down.slice(0, index + 1)))).toEqual([55, 85, 45, 45]);
  expect(walk(45, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')).toBe(15);
  expect([walk(16, 'ArrowRight'), walk(55, 'ArrowRight'), walk(55, 'ArrowRight', 'ArrowLeft')]).toEqual([
    15, 14, 15,
  ]);
  expect([walk(16, 'ArrowDown'), walk(46, 'ArrowUp')]).toEqual([46, 16]);
});
