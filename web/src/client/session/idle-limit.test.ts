import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idleState } from './idle-limit.ts';

const MINUTE = 60_000;
const at = (minutes: number, limit = 30) => idleState(0, minutes * MINUTE, limit * MINUTE);

test.each([
  [0, 'active'],
  [27.99, 'active'],
  [28, 'warned'],
  [29.99, 'warned'],
  [30, 'over'],
  [600, 'over'],
])('after %d of 30 idle minutes the state is %s', (minutes, kind) => expect(at(minutes).kind).toBe(kind));

test('a short limit warns halfway', () => {
  expect(at(0.49, 1).kind).toBe('active');
  expect(at(0.5, 1).kind).toBe('warned');
});

test('checking at the given times sees the warning before the end and never checks in vain', () => {
  const minutes = fc.integer({ min: 1, max: 600 });
  fc.assert(
    fc.property(minutes, fc.integer({ min: 0, max: 600 * MINUTE }), (limit, start) => {
      const kinds = new Set<string>();
      let now = start;
      for (let checks = 0; checks < 200; checks += 1) {
        const state = idleState(start, now, limit * MINUTE);
        kinds.add(state.kind);
        if (state.kind === 'over') break;
        expect(state.nextCheckMs).toBeGreaterThan(0);
        now += state.nextCheckMs;
      }
      expect([...kinds]).toEqual(['active', 'warned', 'over']);
      expect(now - start).toBe(limit * MINUTE);
    }),
  );
});
