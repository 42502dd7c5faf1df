// @vitest-environment happy-dom
import { listScanners } from '@cusp/contract/devices.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { cancelMove, moveState, planMove, startMove } from '@cusp/contract/region-move.routes';
import { securityState } from '@cusp/contract/security.routes';
import { groupUsers } from '@cusp/contract/share-groups.routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import fixtures from '../../../../contract/fixtures/region-move.json';
import { queryClient } from '../../app/query-client.ts';
import { reloginRequired } from '../../client/session/session-store.ts';
import { SECURITY } from '../../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen, TWO_REGIONS } from '../../testing/screen.tsx';

const RUNNING = fixtures.moveState.reply as ReplyFrom<typeof moveState>;
const MOVE = RUNNING.move as NonNullable<typeof RUNNING.move>;
const NONE: typeof RUNNING = { cases_mv_percent: null, move: null, can_cancel: false };
const PLAN = { ...(fixtures.planMove.reply as ReplyFrom<typeof planMove>), problems: [], lost_files: [] };
const site = { ...TWO_REGIONS, server_loc: 'US' } as const;
const open = (state: typeof RUNNING, ...answers: Answer[]) =>
  openScreen(
    `${PAGES.dataRegion}?country=DE`,
    [replies(moveState, state), replies(securityState, SECURITY), ...answers],
    { site },
  );

describe('the plan', () => {
  test('the plan says what moves, what stays and what to do again, and begins once after the agreement', async () => {
    const network = await open(NONE, replies(planMove, PLAN));
    expect(await screen.findByText('500 cases')).toBeTruthy();
    for (const text of [
      /14 cases that you received/,
      'Fuchs Dental Lab, Lena Fuchs',
      /2 passkeys/,
      /recovery codes of Anna Berg end with the move/,
      /1 unanswered/,
      /Changes that are not sent by then are lost/,
    ])
      expect(screen.getByText(text)).toBeTruthy();
    const start = screen.getByRole('button', { name: 'Move my data' });
    expect(start.hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: /I have read/ }));
    network.answer(replies(startMove, { move: MOVE }));
    network.answer(replies(moveState, RUNNING));
    await userEvent.click(start);
    await userEvent.type(await screen.findByLabelText('Your password'), 'Kiefer-Gelenk-27');
    const dialog = within(screen.getByRole('dialog', { name: 'Move my data' }));
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Move my data' }));
    expect(await screen.findByRole('progressbar')).toBeTruthy();
    const sent = network.sent.filter(({ method, path }) => method === 'POST' && path === startMove.path);
    expect(sent.map(({ body }) => body)).toEqual([{ country: 'DE', password: 'Kiefer-Gelenk-27' }]);
  });

  test('a failed look when the window is used again keeps the open dialog and its password', async () => {
    const network = await open(NONE, replies(planMove, PLAN));
    await userEvent.click(await screen.findByRole('checkbox', { name: /I have read/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Move my data' }));
    const password = await screen.findByLabelText<HTMLInputElement>('Your password');
    await userEvent.type(password, 'Kiefer-Gelenk-27');
    network.answer(refuses(planMove, 'internal'));
    network.answer(refuses(moveState, 'internal'));
    await act(() => queryClient.refetchQueries({ queryKey: ['region-move'] }));
    expect(network.count(planMove)).toBeGreaterThan(1);
    expect(network.count(moveState)).toBeGreaterThan(1);
    await userEvent.type(password, '!');
    expect(password.isConnected).toBe(true);
    expect(password.value).toBe('Kiefer-Gelenk-27!');
  });

  const LONE = {
    ...PLAN,
    people: PLAN.people.slice(0, 1),
    moves: { cases: 0, drafts: 0, files: 0, bytes: 0 },
  };

  test('the plan of a lab that only receives cases names what moves, without zeros, and its rights as a guest', async () => {
    await open(NONE, replies(planMove, LONE));
    expect(await screen.findByText(/^Your account: profile/)).toBeTruthy();
    expect(screen.getByText(/^No cases and no files/)).toBeTruthy();
    expect(screen.getByText(/14 cases that you received.*not add files/)).toBeTruthy();
    expect(screen.queryByText(/\b0\b/)).toBeNull();
  });

  test('the plan says that nothing stays only where no partner stays either', async () => {
    await open(NONE, replies(planMove, { ...LONE, stays: { cases: 0 } }));
    expect(await screen.findByText('Fuchs Dental Lab, Lena Fuchs')).toBeTruthy();
    expect(screen.queryByText(/^Nothing/)).toBeNull();
  });

  test('a move that is prevented shows the reasons instead of the button', async () => {
    const lost = [{ case_no: '2611-U7K2M9', filename: 'upper.stl' }];
    const uploads = [{ case_no: '2611-U7K2M9', filename: 'lower.stl' }];
    const problems: ReplyFrom<typeof planMove>['problems'] = ['member', 'uploads', 'lost_files'];
    await open(NONE, replies(planMove, { ...PLAN, problems, uploads, lost_files: lost }));
    expect(await screen.findByText(/Only the owner of a group can move it/)).toBeTruthy();
    expect(screen.getByText('2611-U7K2M9: upper.stl')).toBeTruthy();
    expect(screen.getByText('2611-U7K2M9: lower.stl')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move my data' })).toBeNull();
  });

  test('a plan that could not be loaded is requested again, and a refused move is shown', async () => {
    const network = await open(NONE, refuses(planMove, 'region_unreachable'));
    await screen.findByText(/cannot be checked right now/);
    network.answer(replies(planMove, PLAN));
    network.answer(refuses(startMove, 'move_under_way'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /I have read/ }));
    const begin = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Move my data' }));
      await userEvent.type(await screen.findByLabelText('Your password'), 'wrong');
      const dialog = within(screen.getByRole('dialog', { name: 'Move my data' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Move my data' }));
      return dialog;
    };
    await begin();
    // The refusal is not about the proof, so the plan shows it.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('This data is already being moved.')).toBeTruthy();
    network.answer(refuses(startMove, 'wrong_password'));
    expect(await (await begin()).findByText('The password is incorrect.')).toBeTruthy();
  });
});

describe('a running move', () => {
  test('the line of a move is above every page, and the end of the session says where the data is', async () => {
    const as = { ...DENTIST, settings: { ...DENTIST.settings, data_moving: true } } as const;
    const network = await openScreen(
      PAGES.groups,
      [replies(moveState, RUNNING), refuses(groupUsers, 'internal')],
      {
        site,
        as,
      },
    );
    const link = await screen.findByRole('link', {
      name: 'Your data is being moved to another region: 42 %',
    });
    expect(link.getAttribute('href')).toBe(PAGES.dataRegion);
    network.answer(refuses(moveState, 'not_signed_in'));
    reloginRequired();
    expect(await screen.findByText(/Your data is in the other region now/)).toBeTruthy();
  });

  test('a running move shows its percent and is cancelled after a question', async () => {
    const network = await open(RUNNING);
    expect(await screen.findByText('42 %')).toBeTruthy();
    expect(screen.getByText(/You can continue working/)).toBeTruthy();
    const cancelled = { ...MOVE, step: 'cancelled' } as const;
    network.answer(replies(cancelMove, { move: cancelled }));
    network.answer(replies(moveState, { ...RUNNING, move: cancelled, can_cancel: false }));
    network.answer(replies(planMove, PLAN));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the move' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the move' }));
    expect(await screen.findByText(/The move was cancelled/)).toBeTruthy();
  });

  test('a running move keeps its percent behind the message about the end of the session, which goes before questions', async () => {
    const as = { ...DENTIST, settings: { ...DENTIST.settings, data_moving: true } } as const;
    const network = await openScreen(PAGES.dataRegion, [replies(moveState, RUNNING)], { site, as });
    await screen.findByText('42 %');
    network.answer(replies(cancelMove, { move: MOVE }));
    network.answer(refuses(moveState, 'internal'));
    const asked = () => network.sent.filter(({ path }) => path === moveState.path).length;
    const before = asked();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the move' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the move' }));
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    // The open question has become obsolete.
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the move' }));
    await screen.findByRole('dialog', { name: 'Cancel the move?' });
    reloginRequired();
    await screen.findByText(/Your data is in the other region now/);
    expect(screen.getByText('42 %')).toBeTruthy();
  });

  test('a running move says that staff hold it, and is not cancelled by others', async () => {
    await open({ ...RUNNING, can_cancel: false, move: { ...MOVE, is_paused: true } });
    expect(await screen.findByText('Our support is holding the move.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel the move' })).toBeNull();
  });
});

test.each([
  ['failed', 'address_taken', /An account with the same email address/],
  ['arrived', null, /Data migration completed/],
  ['erased', null, /The certificate says/],
] as const)('a move that is %s says so', async (step, failure, text) => {
  await open({ ...RUNNING, can_cancel: false, move: { ...MOVE, step, failure } }, replies(planMove, PLAN));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('where there is one region the page leads to the settings', async () => {
  await openScreen(PAGES.dataRegion, [hangs(listScanners)], { site: { other_region_url: null } });
  await waitFor(() => expect(location.pathname).toBe(PAGES.settings));
});
