// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Place } from './paper.ts';
import { usePaper } from './use-paper.ts';

afterEach(cleanup);

/** A drawing that records the clicked places. */
function open() {
  const clicked: Place[] = [];
  function Sheet() {
    const { ref, handlers } = usePaper({
      extent: undefined,
      fitKey: '',
      onClick: (place) => clicked.push(place),
      onBack: () => false,
    });
    return <div ref={ref} data-testid="sheet" {...handlers} />;
  }
  render(<Sheet />, { wrapper: MantineProvider });
  const sheet = screen.getByTestId('sheet');
  sheet.setPointerCapture = () => undefined;
  const press = (button: number, to = { clientX: 20, clientY: 30 }) => {
    fireEvent.pointerDown(sheet, { pointerId: 1, button, clientX: 20, clientY: 30 });
    fireEvent.pointerMove(sheet, { pointerId: 1, ...to });
    fireEvent.pointerUp(sheet, { pointerId: 1, button, ...to });
  };
  return { clicked, press, sheet };
}

test('only a press of the main button without movement sets a place', () => {
  const { clicked, press } = open();
  press(2);
  press(1);
  press(0, { clientX: 60, clientY: 30 });
  expect(clicked).toEqual([]);
  press(0);
  expect(clicked).toEqual([[20, 30]]);
});

test('Enter sets one place in the middle however long it is held', () => {
  const { clicked, sheet } = open();
  fireEvent.keyDown(sheet, { key: 'Enter' });
  const isHandled = !fireEvent.keyDown(sheet, { key: 'Enter', repeat: true });
  expect(clicked).toHaveLength(1);
  expect(isHandled).toBe(true);
});
