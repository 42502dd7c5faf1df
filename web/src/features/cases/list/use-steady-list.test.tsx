// @vitest-environment happy-dom
import type { CaseListItem } from '@cusp/contract/case-list';
import { act, renderHook } from '@testing-library/react';
import type { PointerEvent } from 'react';
import { describe, expect, test } from 'vitest';
import { nextShown, useSteadyList } from './use-steady-list.ts';

const item = (id: number, comment_count = 0): CaseListItem => ({
  id,
  no: `2611-${id}`,
  author: { username: 'a', institution: '', picture: null },
  to: { username: 'b', institution: '', is_unknown: false, picture: null },
  case: { pat_firstname: 'P', pat_lastname: String(id) },
  number_sys: 'FDI',
  restorations: [],
  restoration_count: 0,
  comment_count,
  unread_comments: 0,
  unread_mention: false,
  published_date: '2026-01-01T00:00:00Z',
  updated_date: '2026-01-01T00:00:00Z',
  files_count: '0',
  deliverydt: null,
  appointment: null,
  status: { code: 'OPEN', prev: null, str: 'Open' },
  actions: [],
  edit_order: null,
  del_enabled: true,
  usertype: 'OT',
});
const ids = (items: readonly CaseListItem[]) => items.map((each) => each.id);
const begin = (...fresh: CaseListItem[]) => nextShown(null, { list: 'a', fresh, held: true });

describe('nextShown while the list is held', () => {
  test('rows keep their places and take new content', () => {
    const fresh = [item(3, 5), item(1), item(2)];
    const { rows, waiting } = nextShown(begin(item(1), item(2), item(3)), { list: 'a', fresh, held: true });
    expect(ids(rows)).toEqual([1, 2, 3]);
    expect(rows[2]?.comment_count).toBe(5);
    expect(waiting).toBe(0);
  });

  test('removed rows keep their place, new rows wait', () => {
    const fresh = [item(9), item(8), item(1), item(3)];
    const shown = nextShown(begin(item(1), item(2), item(3)), { list: 'a', fresh, held: true });
    expect(ids(shown.rows)).toEqual([1, 2, 3]);
    expect(shown).toMatchObject({ waiting: 2, gone: new Set([2]) });
    const back = nextShown(shown, { list: 'a', fresh: [item(1), item(2), item(3)], held: true });
    expect(back).toMatchObject({ waiting: 0, gone: new Set() });
  });

  test('rows the person deleted disappear at once', () => {
    const arrived = { list: 'a', fresh: [item(1), item(3)], held: true, removed: new Set([2]) };
    const { rows, waiting, gone } = nextShown(begin(item(1), item(2), item(3)), arrived);
    expect(ids(rows)).toEqual([1, 3]);
    expect([waiting, [...gone]]).toEqual([0, []]);
  });

  test('a restored row returns to its place even if new rows wait before it', () => {
    const removed = new Set([1, 2, 4]);
    const fresh = [item(9), item(1), item(2), item(3), item(4)];
    const shown = begin(item(1), item(2), item(3), item(4));
    const gone = nextShown(shown, { list: 'a', fresh: [item(3)], held: true, removed });
    expect(ids(gone.rows)).toEqual([3]);
    const back = nextShown(gone, { list: 'a', fresh, held: true, removed });
    expect([ids(back.rows), back.waiting, [...back.gone]]).toEqual([[1, 2, 3, 4], 1, []]);
  });

  test('rows from the next page are appended, and rows pushed to it are not removed', () => {
    const moved = { list: 'a', fresh: [item(1), item(3), item(4)], held: true, removed: new Set([2]) };
    const shorter = nextShown(begin(item(1), item(2), item(3)), moved);
    expect([ids(shorter.rows), shorter.waiting]).toEqual([[1, 3, 4], 0]);
    const pushed = { list: 'a', fresh: [item(9), item(1), item(2)], held: true };
    const longer = nextShown(begin(item(1), item(2), item(3)), pushed);
    expect([ids(longer.rows), longer.waiting, [...longer.gone]]).toEqual([[1, 2, 3], 1, []]);
  });

  test('new rows keep waiting when nothing else arrives', () => {
    const fresh = [item(9), item(1)];
    const shown = nextShown(begin(item(1)), { list: 'a', fresh, held: true });
    expect(nextShown(shown, { list: 'a', fresh, held: true })).toBe(shown);
  });

  test('another list, or one without a row in common, is shown at once', () => {
    const other = [item(5), item(6)];
    expect(nextShown(begin(item(5)), { list: 'b', fresh: other, held: true }).rows).toBe(other);
    expect(nextShown(begin(item(1)), { list: 'a', fresh: other, held: true })).toMatchObject({
      rows: other,
      waiting: 0,
    });
    expect(nextShown(begin(item(5)), { list: 'a', fresh: [], held: true })).toMatchObject({
      rows: [],
      waiting: 0,
    });
  });
});

test('another list that arrives while held is shown at once in its own order', () => {
  const rows = [item(1), item(2), item(3)];
  const before = nextShown(null, { list: 'a', fresh: rows, held: false });
  const coming = nextShown(before, { list: 'b', isComing: true, fresh: rows, held: true });
  expect(coming).toBe(before);
  const fresh = [item(3), item(1)];
  const come = nextShown(coming, { list: 'b', isComing: false, fresh, held: true });
  expect(come).toEqual({ list: 'b', fresh, rows: fresh, waiting: 0, gone: new Set() });
});

test("released, the list equals the server's", () => {
  const fresh = [item(9), item(2), item(1)];
  const held = nextShown(begin(item(1), item(2)), { list: 'a', fresh, held: true });
  const free = nextShown(held, { list: 'a', fresh, held: false });
  expect(free).toMatchObject({ rows: fresh, waiting: 0 });
  expect(nextShown(free, { list: 'a', fresh, held: false })).toBe(free);
});

test('of two deletions before the list is fetched again, neither keeps its place', () => {
  const { result, rerender } = renderHook(({ fresh }) => useSteadyList(fresh, 'a', false), {
    initialProps: { fresh: [item(1), item(2), item(3)] },
  });
  act(() => result.current.box.onPointerEnter({ pointerType: 'mouse' } as PointerEvent));
  act(() => result.current.remove(new Set([1])));
  act(() => result.current.remove(new Set([2])));
  rerender({ fresh: [item(3)] });
  expect(ids(result.current.rows)).toEqual([3]);
});
