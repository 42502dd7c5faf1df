// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LateTarget } from './late-target.tsx';

test('Mantine gets the target at the first opening and keeps it, the opener’s own reference is there before', () => {
  const mantine = vi.fn();
  const own = vi.fn();
  const shown = (isOpen: boolean) => (
    <LateTarget ref={mantine} aria-expanded={isOpen}>
      <button ref={own} type="button">
        Open
      </button>
    </LateTarget>
  );
  const { rerender, unmount } = render(shown(false));
  const opener = screen.getByRole('button');
  expect(own).toHaveBeenLastCalledWith(opener);
  rerender(shown(true));
  expect(mantine).toHaveBeenLastCalledWith(opener);
  rerender(shown(false));
  expect(mantine).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button')).toBe(opener);
  unmount();
  expect(mantine).toHaveBeenLastCalledWith(null);
});

test('Mantine gets no target that is removed without having been opened', () => {
  const mantine = vi.fn();
  const { unmount } = render(
    <LateTarget ref={mantine} aria-expanded={false}>
      <button type="button">Open</button>
    </LateTarget>,
  );
  unmount();
  expect(mantine).not.toHaveBeenCalled();
});
