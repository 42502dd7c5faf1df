// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import type { PointerEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { useChartInput } from './use-chart-input.ts';

const TEETH = [14, 13, 12, 11];
const tooth = (fdi: number | null) => {
  const element = document.createElement('div');
  if (fdi !== null) element.dataset.fdi = String(fdi);
  return element;
};
const pen = (fdi: number | null, buttons: number) =>
  ({
    target: tooth(fdi),
    pointerType: 'pen',
    button: 0,
    buttons,
    shiftKey: false,
  }) as unknown as PointerEvent;

test('a drag that the browser takes over, and a press beside the teeth, select nothing more', () => {
  const onSelect = vi.fn();
  const { result } = renderHook(() =>
    useChartInput({
      teeth: TEETH,
      fixed: new Set(),
      primary: new Set(),
      selected: [],
      onSelect,
      onPrimaryChange: () => undefined,
    }),
  );
  const { onPointerDown, onPointerOver } = result.current.handlers;
  onPointerDown(pen(14, 1));
  onPointerOver(pen(12, 1));
  expect(onSelect.mock.calls).toEqual([[[14]], [[14, 13, 12]]]);
  window.dispatchEvent(new Event('pointercancel'));
  onPointerOver(pen(11, 1));
  onPointerDown(pen(14, 1));
  onPointerDown(pen(null, 1));
  onPointerOver(pen(11, 1));
  expect(onSelect).toHaveBeenCalledTimes(3);
});
