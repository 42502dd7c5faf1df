// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { planScene } from '../../viewer/plan-scene.ts';
import { Watched } from '../../viewer/tools/watched.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import { UnitDoubt } from './length-unit.ts';
import { useMillimetres } from './maps/use-millimetres.ts';
import { usePictures } from './pins/use-pictures.ts';
import { FailedFiles, LostMeasuring } from './ViewerMessages.tsx';

beforeAll(() => loadTexts(['common', 'viewer']));
afterEach(cleanup);

const scan = (id: number, filename: string) => ({ id, filename, size: 1, updatedAt: '2026-11-20' });
const { meshes } = planScene([scan(1, 'case-upper.stl'), scan(2, 'case-lower.stl')]);

test('a dismissed notice about one file comes back for another file', () => {
  const notice = (at: number) => {
    const failures = meshes.slice(at, at + 1).map((planned) => ({ planned, reason: 'truncated' as const }));
    return (
      <MantineProvider>
        <FailedFiles scene={{ status: 'ready', failures, retry: () => undefined }} />
      </MantineProvider>
    );
  };
  const { rerender } = render(notice(0));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('case-upper.stl')).toBeNull();
  rerender(notice(1));
  expect(screen.getByText('case-lower.stl')).toBeTruthy();
});

test('while the unit of a scan is unsure, areas are marked like lengths', () => {
  const { result } = renderHook(useMillimetres, {
    wrapper: ({ children }) => <UnitDoubt value>{children}</UnitDoubt>,
  });
  expect([result.current.length(1), result.current.area(2)]).toEqual(['1.00 mm (unit?)', '2.00 mm² (unit?)']);
});

test('a message says that measuring failed, and Try again restarts it', () => {
  const isBroken = new Watched(false);
  const viewer = {
    context: { surfaces: { isBroken } },
    restartSurfaces: () => isBroken.set(false),
    focus: () => undefined,
  };
  render(
    <MantineProvider>
      <LostMeasuring viewer={viewer} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => isBroken.set(true));
  expect(screen.getByRole('alert').textContent).toContain('Measuring has stopped working');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a message says that a picture cannot be encoded', async () => {
  const viewer = { picture: () => Promise.reject(new Error('could not encode the picture')) };
  const stage = { current: document.body };
  const { result } = renderHook(() => usePictures(viewer as Partial<Viewer> as Viewer, stage), {
    wrapper: ({ children }) => (
      <MantineProvider>
        <Notifications />
        {children}
      </MantineProvider>
    ),
  });
  act(() => result.current.take());
  expect(await screen.findByText('The picture could not be taken. Try again.')).toBeTruthy();
});
