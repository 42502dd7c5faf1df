// @vitest-environment happy-dom
import { setLanguage } from '@cusp/contract/accounts.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { PAGES } from '@cusp/contract/pages';
import { checkSession } from '@cusp/contract/sign-in.routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next, { type BackendModule } from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { checkConnection, connection, watchNetwork } from '../client/connection.ts';
import { restoreSession } from '../client/session/session.ts';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { NO_CONNECTIONS } from '../testing/golden.ts';
import { disconnects, hangs, replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

const setNetwork = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

afterEach(async () => {
  vi.restoreAllMocks();
  vi.stubGlobal('fetch', async () => new Response());
  await checkConnection();
  expect(connection().isUp).toBe(true);
});

test('offline, a strip says when the content was loaded, and it goes by itself', async () => {
  await openScreen(PAGES.connections, [replies(listConnections, NO_CONNECTIONS)]);
  await screen.findByRole('heading', { level: 1, name: 'Connections' });
  setNetwork(false);
  expect(await screen.findByText(/^You are offline\. Showing what was loaded at \d{1,2}:\d\d/)).toBeTruthy();
  setNetwork(true);
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
});

test('a notice says that live updates are interrupted', async () => {
  await openScreen(PAGES.connections, [replies(listConnections, NO_CONNECTIONS)]);
  await screen.findByRole('heading', { level: 1, name: 'Connections' });
  const words = 'Live updates are interrupted. Reconnecting …';
  const [first] = FakeEventSource.live;
  act(() => first?.onopen?.());
  expect(screen.queryByText(words)).toBeNull();
  act(() => first?.onerror?.());
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a page that opens without a network says so before anything has failed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  watchNetwork();
  await openScreen(PAGES.login, [], { as: null });
  expect(await screen.findByText('You are offline.')).toBeTruthy();
});

test('screens that could not load without a server say so immediately, and load when the server is back', async () => {
  const network = await openScreen(PAGES.settings, [
    replies(listConnections, NO_CONNECTIONS),
    hangs(listScanners),
  ]);
  await screen.findByRole('heading', { level: 1, name: 'Personal Settings' });
  network.isCut = true;
  await act(async () => void (await checkConnection()));
  expect(await screen.findByText(/^The server cannot be reached\. Showing/)).toBeTruthy();
  act(() => screen.getByRole('link', { name: 'Connections' }).click());
  expect(await screen.findByText(/^No connection to the server/)).toBeTruthy();
  expect(screen.queryByText(/on our side/)).toBeNull();
  network.isCut = false;
  await act(async () => void (await checkConnection()));
  await waitFor(() => expect(screen.queryByText(/^No connection to the server/)).toBeNull());
  expect(screen.queryByText(/The server cannot be reached/)).toBeNull();
  expect(network.count(listConnections)).toBe(1);
});

test('a session whose check failed is checked again by itself, although the server responds by then', async () => {
  const network = await openScreen(PAGES.connections, [replies(listConnections, NO_CONNECTIONS)]);
  await screen.findByRole('heading', { level: 1, name: 'Connections' });
  network.answer(disconnects(checkSession));
  const before = network.count(checkSession);
  await act(restoreSession);
  expect(await screen.findByText('The server cannot be reached')).toBeTruthy();
  await waitFor(() => expect(network.count(checkSession)).toBeGreaterThan(before + 1));
});

test('without the texts of a language the page keeps its own and says so, and a second try switches', async () => {
  const user = userEvent.setup();
  await openScreen(PAGES.connections, [replies(listConnections, NO_CONNECTIONS), replies(setLanguage, {})]);
  await screen.findByRole('heading', { level: 1, name: 'Connections' });
  await user.click(screen.getByRole('button', { name: /^Menu of/ }));
  const choose = async () => user.selectOptions(await screen.findByLabelText('Language'), 'pl');
  i18next.removeResourceBundle('pl', 'shell');
  const backend: BackendModule = i18next.services.backendConnector.backend;
  const read = vi
    .spyOn(backend, 'read')
    .mockImplementation((...[, , done]) => done(new Error('offline'), null));
  await choose();
  expect(await screen.findByText(/^No connection to the server\. Check/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Connections' })).toBeTruthy();
  expect([document.documentElement.lang, document.cookie]).toEqual([
    'en',
    expect.not.stringContaining('=pl'),
  ]);
  read.mockRestore();
  await choose();
  expect(await screen.findByRole('heading', { level: 1, name: 'Połączenia' })).toBeTruthy();
});
