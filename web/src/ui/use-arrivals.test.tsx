// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useArrivals } from './use-arrivals.ts';

test('only what is added to shown content has arrived', () => {
  const { result, rerender } = renderHook(
    ({ content, ids }: { content: string | null; ids: number[] }) => {
      const hasArrived = useArrivals(content, ids);
      return ids.filter(hasArrived);
    },
    { initialProps: { content: null as string | null, ids: [] as number[] } },
  );
  const after = (content: string | null, ids: number[]) => {
    rerender({ content, ids });
    return result.current;
  };
  expect(after('page 1', [1, 2])).toEqual([]);
  expect(after('page 1', [3, 1, 2])).toEqual([3]);
  expect(after('page 2', [4, 5])).toEqual([]);
  expect(after(null, [])).toEqual([]);
  expect(after('page 2', [4, 5])).toEqual([]);
});
