// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import type { StaffMove } from '@cusp/contract/region-move';
import { staffMoves, steerMove } from '@cusp/contract/region-move.routes';
import { userLocations } from '@cusp/contract/user-locations.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import fixtures from '../../../../../contract/fixtures/region-move.json';
import { refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen, TWO_REGIONS } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/user-locations'));

const MOVE = { ...fixtures.staffMoves.reply.moves[0], is_paused: false } as StaffMove;
const listed = (...moves: StaffMove[]) => replies(staffMoves, { moves });
const open = (answers: Parameters<typeof openScreen>[1] = [], { mayStop = true, site = TWO_REGIONS } = {}) =>
  openScreen(PAGES.admUserLocations, [replies(userLocations, { places: [] }), ...(answers ?? [])], {
    as: { ...DENTIST, is_sales_manager: true, is_staff: mayStop },
    site,
  });
const list = () => screen.findByRole('region', { name: 'Moves out of this region' });
const button = (name: string) => screen.findByRole('button', { name });
const agree = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

test('one region has no moves', async () => {
  await open([], { site: {} });
  expect(await screen.findByText('No users yet')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Moves out of this region' })).toBeNull();
});

test('no moves at all, and a failed load that can be tried again', async () => {
  const network = await open([refuses(staffMoves, 'internal')]);
  const again = await button('Try again');
  network.answer(listed());
  await userEvent.click(again);
  expect(await screen.findByText('Nobody is moving, and nobody has moved yet.')).toBeTruthy();
});

test('a move shows who, where to, how far it is and why it failed', async () => {
  const failed = { ...MOVE, id: MOVE.id.replace('4', '5'), step: 'failed', failure: 'file_lost' } as const;
  await open([listed(MOVE, failed)]);
  const lines = await within(await list()).findAllByRole('listitem');
  expect(lines[0]?.textContent).toContain('Anna Berg: US → EU');
  expect(lines[0]?.textContent).toContain('Copying');
  expect(lines[0]?.textContent).toContain('42 %');
  expect(lines[1]?.textContent).toContain('a file is damaged');
  expect(within(lines[1] as HTMLElement).queryByRole('button')).toBeNull();
});

test('staff without the flag only read', async () => {
  await open([listed(MOVE)], { mayStop: false });
  expect(await within(await list()).findByText('Anna Berg: US → EU')).toBeTruthy();
  expect(within(await list()).queryByRole('button')).toBeNull();
});

test('a move that is committed can no longer be stopped', async () => {
  await open([listed({ ...MOVE, step: 'committed' })]);
  expect(await within(await list()).findByText('Anna Berg: US → EU')).toBeTruthy();
  expect(within(await list()).queryByRole('button')).toBeNull();
});

test('a move that is stuck says why and what to do, and is tried again', async () => {
  const stuck = { ...MOVE, step: 'committed', failure: 'no_room', is_stuck: true } as const;
  const network = await open([listed(stuck), replies(steerMove, { move: stuck })]);
  const line = (await within(await list()).findAllByRole('listitem'))[0]?.textContent;
  expect(line).toContain('Needs attention');
  expect(line).toContain('the disk of the other region is full');
  expect(line).toContain('they can work in neither region');
  expect(screen.getAllByRole('button', { name: /: Anna Berg/ })).toHaveLength(1);
  await userEvent.click(await button('Try again: Anna Berg'));
  expect(await screen.findByText('The other region tries again')).toBeTruthy();
  expect(network.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { action: 'retry' },
  ]);
});

test('pausing asks first and sends once', async () => {
  const network = await open([listed(MOVE)]);
  await userEvent.dblClick(await button('Pause: Anna Berg'));
  await agree('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.count(steerMove)).toBe(0);
  network.answer(replies(steerMove, { move: { ...MOVE, is_paused: true } }));
  await userEvent.click(await button('Pause: Anna Berg'));
  network.answer(listed({ ...MOVE, is_paused: true }));
  await agree('Pause');
  expect(await button('Resume: Anna Berg')).toBeTruthy();
  expect(screen.getByText('Paused')).toBeTruthy();
  expect(network.sent.findLast(({ method }) => method === 'POST')?.body).toEqual({ action: 'pause' });
  expect(network.count(steerMove)).toBe(1);
});

test('cancelling too late shows the reason and what the move has become', async () => {
  const network = await open([listed(MOVE), refuses(steerMove, 'move_too_late')]);
  await userEvent.click(await button('Cancel move: Anna Berg'));
  network.answer(listed({ ...MOVE, step: 'committed' }));
  await agree('Cancel move');
  expect(await screen.findByText('The move can no longer be changed.')).toBeTruthy();
  expect(await screen.findByText('Activating')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /: Anna Berg/ })).toBeNull());
});
