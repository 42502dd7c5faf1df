// @vitest-environment happy-dom
import { listCases, userFilters } from '@cusp/contract/case-list.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { hangs, replies } from '../../testing/replies.ts';
import { closeScreen, openScreen } from '../../testing/screen.tsx';

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer API is missing on plain-http hosts
  document.cookie = 'cusp_news=; path=/; max-age=0';
});

test('somebody without an account reads an article, which calls statuses what the screens call them', async () => {
  await openScreen('/help/status', [], { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Status and assignee' });
  expect(document.title).toBe('Status and assignee – Cusp');
  expect(screen.getAllByText('In Progress')[0]?.tagName).toBe('STRONG');
  expect(screen.getByRole('link', { name: 'Link to “Assign a case”' }).getAttribute('href')).toBe('#assign');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  expect(screen.getByText('S').tagName).toBe('KBD');
});

test('a search with a typing error leads to a section', async () => {
  await openScreen(PAGES.help, [], { as: null });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the help' }), 'recovry codes');
  const found = await screen.findByRole('link', { name: /Recovery codes$/ });
  expect(found.getAttribute('href')).toBe('/help/sign-in#recovery');
  await userEvent.click(found);
  await screen.findByRole('heading', { level: 1, name: 'Sign in safely' });
  expect(document.activeElement?.id).toBe('recovery');
  await userEvent.type(screen.getByRole('searchbox'), 'xylophone');
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((each) => each.textContent)).toContainEqual(
      expect.stringContaining('Nothing found for “xylophone”'),
    ),
  );
});

test('typing in the search does not wait for what it finds', async () => {
  await openScreen(PAGES.help, [], { as: null });
  const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search the help' });
  // As in a browser, where the next letter may be typed before the results of this one.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 're');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  expect(box.value).toBe('re');
  await waitFor(() => expect(location.search).toBe('?q=re'));
});

test('an unknown article says so and leads to all of them', async () => {
  await openScreen('/help/no-such-article', [], { as: null });
  await screen.findByRole('heading', { level: 1, name: 'There is no such article' });
  await userEvent.click(screen.getAllByRole('link', { name: 'All articles' })[0] as HTMLElement);
  await screen.findByRole('heading', { level: 1, name: 'Help' });
});

test('help that cannot be loaded says that the connection is missing', async () => {
  vi.doMock('../../../../languages/pl/help.md', () => {
    throw new TypeError('Failed to fetch');
  });
  await openScreen(PAGES.help, [], { as: null, language: 'pl' });
  expect(await screen.findByText(i18next.t('errors:offline'))).toBeTruthy();
  vi.doUnmock('../../../../languages/pl/help.md');
});

test('a lab that opens the documentation finds what labs look for first', async () => {
  await openScreen('/help?for=labs', [], { as: null });
  const first = await screen.findByRole('region', { name: 'Labs look for this first' });
  expect(within(first).getByRole('link', { name: '3D viewer' })).toBeTruthy();
});

test('news is marked in a person’s menu until it is read', async () => {
  const answers = [
    replies(listScanners, { scanners: [], last_device_id: null }),
    ...[hangs(listCases), hangs(userFilters), hangs(listConnections), hangs(listDrafts)],
  ];
  await openScreen(PAGES.settings, answers);
  await screen.findByRole('button', { name: 'Menu of Anna Berg, What’s new' });
  closeScreen();
  await openScreen('/help/whats-new', answers);
  await screen.findByRole('heading', { level: 1, name: 'What’s new' });
  closeScreen();
  await openScreen(PAGES.settings, answers);
  await screen.findByRole('button', { name: 'Menu of Anna Berg' });
});
