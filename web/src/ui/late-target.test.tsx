// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LateSelect, LateTarget } from './late-target.tsx';

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
  expect(own).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button')).toBe(opener);
  unmount();
  expect(mantine).toHaveBeenLastCalledWith(null);
  expect(own).toHaveBeenLastCalledWith(null);
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

test('the handlers and classes of the opener and of Mantine both count', () => {
  const order: string[] = [];
  const byMantine = { onClick: () => order.push('Mantine'), onMouseEnter: () => order.push('over') };
  render(
    <LateTarget aria-expanded={false} className="popover" {...byMantine}>
      <button type="button" className="own" onClick={() => order.push('own')}>
        Open
      </button>
    </LateTarget>,
  );
  const opener = screen.getByRole('button');
  fireEvent.click(opener);
  fireEvent.mouseEnter(opener);
  expect(order).toEqual(['own', 'Mantine', 'over']);
  expect(opener.className).toBe('own popover');
});

test('a select gives its own reference the field before it is opened', () => {
  const own = vi.fn();
  const { unmount } = render(
    <MantineProvider env="test">
      <LateSelect ref={own} aria-label="Size" data={['Small', 'Large']} />
    </MantineProvider>,
  );
  const field = screen.getByRole('combobox', { name: 'Size' });
  expect(own).toHaveBeenLastCalledWith(field);
  fireEvent.click(field);
  expect(own).toHaveBeenCalledTimes(1);
  unmount();
  expect(own).toHaveBeenLastCalledWith(null);
});
