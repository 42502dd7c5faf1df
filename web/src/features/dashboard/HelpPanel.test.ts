import { afterEach, expect, test, vi } from 'vitest';
import { openTab } from './HelpPanel.tsx';

const opened = () => {
  const tab = { opener: {} as object | null, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.fn(() => tab as typeof tab | null);
  vi.stubGlobal('window', { open });
  return { tab, open };
};
afterEach(() => vi.unstubAllGlobals());

test('the tab opens before its URL is requested, and has no opener', async () => {
  const { tab, open } = opened();
  const isOpen = openTab(async () => {
    expect(open).toHaveBeenCalledOnce();
    return '/installer';
  });
  expect(open).toHaveBeenCalledOnce();
  expect(await isOpen).toBe(true);
  expect([tab.opener, tab.location.replace.mock.calls]).toEqual([null, [['/installer']]]);
});

test('a failed download closes the tab and passes the error on', async () => {
  const { tab } = opened();
  await expect(openTab(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(tab.close).toHaveBeenCalledOnce();
  expect(tab.location.replace).not.toHaveBeenCalled();
});

test('a blocked tab requests no URL', async () => {
  const { open } = opened();
  open.mockReturnValue(null);
  const address = vi.fn(async () => '/installer');
  expect(await openTab(address)).toBe(false);
  expect(address).not.toHaveBeenCalled();
});
