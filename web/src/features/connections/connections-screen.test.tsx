// @vitest-environment happy-dom

import { validateField } from '@cusp/contract/accounts.routes';
import type { Connection } from '@cusp/contract/connections';
import { listConnections, removeConnection } from '@cusp/contract/connections.routes';
import { PAGES } from '@cusp/contract/pages';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { checkConnection } from '../../client/connection.ts';
import { CONNECTIONS, NO_CONNECTIONS } from '../../testing/golden.ts';
import { refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const [CONNECTION] = CONNECTIONS.connections.accepted as [Connection];
const OWN: Connection = { ...CONNECTION, is_owner: true, alias: 'The lab' };
const listed = (lists: Partial<typeof CONNECTIONS.connections>) =>
  replies(listConnections, { ...NO_CONNECTIONS, connections: { ...NO_CONNECTIONS.connections, ...lists } });

const DESIGNATED = /^This is a designated connection. Only support can remove it: \S/;

// Without a layout all menus are invisible, and Mantine prints the whole tree to report that it cannot focus one.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

async function chooseRemove() {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for The lab' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove', hidden: true }));
}

test('a designated connection is listed apart, and removing it says who can without asking the server', async () => {
  const network = await openScreen(PAGES.connections, [listed({ locked: [OWN] })]);
  const designated = within(await screen.findByRole('region', { name: /^Designated Connection/ }));
  expect(designated.getByText('The lab')).toBeTruthy();
  await chooseRemove();
  expect(await screen.findByText(DESIGNATED)).toBeTruthy();
  expect(network.sent.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('without designated connections there is no list of them', async () => {
  await openScreen(PAGES.connections, [listed({ accepted: [OWN] })]);
  expect(await screen.findByText('The lab')).toBeTruthy();
  expect(screen.queryByRole('region', { name: /^Designated Connection/ })).toBeNull();
});

test('a partner in the other region is marked, with what that means', async () => {
  await openScreen(PAGES.connections, [listed({ accepted: [{ ...OWN, in_other_region: true }] })]);
  const mark = await screen.findByText('In the other region');
  await userEvent.hover(mark);
  expect(await screen.findByText(/^Their data is in the other region/)).toBeTruthy();
});

test('a connection that was designated meanwhile says who can remove it and moves to its list', async () => {
  const network = await openScreen(PAGES.connections, [
    listed({ accepted: [OWN] }),
    refuses(removeConnection, 'connection_designated'),
  ]);
  await chooseRemove();
  network.answer(listed({ locked: [OWN] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(DESIGNATED)).toBeTruthy();
  // The page behind a dialog is hidden.
  expect(await screen.findByRole('region', { name: /^Designated Connection/, hidden: true })).toBeTruthy();
});

test('an address that could not be checked without a connection is checked when that is back', async () => {
  const network = await openScreen(PAGES.connections, [listed({}), replies(validateField, {})]);
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Create New Connection' }))[0] as HTMLElement,
  );
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Message/ }), 'Hello');
  network.isCut = true;
  const email = dialog.getByRole('textbox', { name: /^Email/ });
  await userEvent.type(email, 'lab@cusp.example');
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  network.isCut = false;
  await act(async () => void (await checkConnection()));
  const send = dialog.getByRole('button', { name: 'Create Connection' });
  await waitFor(() => expect(send.hasAttribute('disabled')).toBe(false));
  // A received reply stays when the connection is lost again.
  const count = network.count(validateField);
  network.isCut = true;
  await act(async () => void (await checkConnection()));
  network.isCut = false;
  await act(async () => void (await checkConnection()));
  expect(send.hasAttribute('disabled')).toBe(false);
  expect(network.count(validateField)).toBe(count);
});

test('only the field that may stay empty is marked', async () => {
  await openScreen(PAGES.connections, [listed({})]);
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Create New Connection' }))[0] as HTMLElement,
  );
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('textbox', { name: 'Alias (optional)' })).toBeTruthy();
  expect(dialog.textContent).not.toContain('*');
});
