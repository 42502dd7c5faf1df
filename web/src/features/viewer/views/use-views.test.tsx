// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Side } from '../../../viewer/anatomy.ts';
import { planScene } from '../../../viewer/plan-scene.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { Front } from '../use-front.ts';
import { useLayers } from '../use-layers.ts';
import { useViews } from './use-views.ts';

afterEach(cleanup);

const scan = (id: number, filename: string) => ({ id, filename, size: 1, updatedAt: '2026-11-20' });
const both = [scan(1, 'case-upper.stl'), scan(2, 'case-lower.stl')];

/** A viewer that records the requested sides, with the layers that were visible then. */
function open(files = both, source: Front['source'] = 'found') {
  const shown = new Map<string, boolean>();
  const looks: string[] = [];
  const viewer = {
    setLayerAppearance: (layer: string, { isShown }: { isShown: boolean }) => shown.set(layer, isShown),
    setMargins: () => {},
    look: (side: Side) => {
      looks.push([side, ...[...shown].filter(([, isShown]) => isShown).map(([layer]) => layer)].join(' '));
    },
  } as unknown as Viewer;
  const { meshes } = planScene(files);
  function Harness() {
    const layers = useLayers(viewer, meshes);
    const views = useViews(viewer, layers, { source });
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: as the dialog of the viewer, which contains the canvas
      <div onKeyDown={views.pressed}>
        <button type="button">Canvas</button>
        <textarea aria-label="Comment" />
        {layers.list.map(({ id, toggle }) => (
          <button key={id} type="button" onClick={toggle}>
            {id}
          </button>
        ))}
      </div>
    );
  }
  render(<Harness />);
  const press = (key: string, more: object = {}) =>
    act(() => void fireEvent.keyDown(screen.getByText('Canvas'), { key, ...more }));
  return { looks, press, shown };
}

test('keys 1 to 6 show the upper and lower teeth, front, left, right and back', () => {
  const { looks, press } = open();
  for (const key of '123456') press(key);
  expect(looks).toEqual([
    'F upper-jaw',
    'H lower-jaw',
    'A upper-jaw lower-jaw',
    'L upper-jaw lower-jaw',
    'R upper-jaw lower-jaw',
    'P upper-jaw lower-jaw',
  ]);
});

test('number keys do nothing in a field, with a modifier, or without a known side', () => {
  const { looks, press } = open();
  fireEvent.keyDown(screen.getByLabelText('Comment'), { key: '3' });
  press('3', { ctrlKey: true });
  press('3', { metaKey: true });
  press('7');
  expect(looks).toEqual([]);
});

test('without certain sides there are no views, except of one of two jaws that contradict each other', () => {
  const unsure = open(both, 'unsure');
  for (const key of '123456') unsure.press(key);
  expect(unsure.looks).toEqual([]);
  cleanup();
  const contradiction = open(both, 'contradiction');
  for (const key of '123456') contradiction.press(key);
  expect(contradiction.looks).toEqual(['F upper-jaw', 'H lower-jaw']);
});

test('a case with one jaw has no view of the other one, and hides nothing', () => {
  const { looks, press } = open([scan(2, 'case-lower.stl')]);
  for (const key of '123') press(key);
  expect(looks).toEqual(['H lower-jaw', 'A lower-jaw']);
});

test('changing a layer that a view hides shows both jaws again', () => {
  const { press, shown } = open();
  press('1');
  expect(shown.get('lower-jaw')).toBe(false);
  act(() => screen.getByText('lower-jaw').click());
  expect([shown.get('upper-jaw'), shown.get('lower-jaw')]).toEqual([true, true]);
});
