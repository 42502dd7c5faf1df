// @vitest-environment happy-dom

import { PAGES } from '@cusp/contract/pages';
import { securityState } from '@cusp/contract/security.routes';
import { createGroup, groupUsers, offerGroup } from '@cusp/contract/share-groups.routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { GROUP, NO_GROUP, SECURITY } from '../../testing/golden.ts';
import { disconnects, hangs, refuses, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen } from '../../testing/screen.tsx';

describe('a new group', () => {
  const typeName = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Group' }));
    const name = await screen.findByLabelText<HTMLInputElement>(/Group Name/);
    await userEvent.type(name, 'Praxis Berg');
    return name;
  };

  test('a lost connection shows an error and keeps the name', async () => {
    await openScreen(PAGES.groups, [replies(groupUsers, NO_GROUP), disconnects(createGroup)]);
    const name = await typeName();
    await userEvent.click(screen.getByRole('button', { name: 'Create group' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(name.value).toBe('Praxis Berg');
  });

  test('a form that is submitted twice at once is sent once', async () => {
    const network = await openScreen(PAGES.groups, [replies(groupUsers, NO_GROUP), hangs(createGroup)]);
    const form = (await typeName()).closest('form') as HTMLFormElement;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await waitFor(() => expect(network.count(createGroup)).toBe(1));
  });
});

test('an offer of the group that a lost connection stops keeps the password; a wrong one is cleared', async () => {
  const network = await openScreen(PAGES.groups, [
    replies(groupUsers, {
      ...GROUP,
      sg_users: {
        pending: [],
        accepted: GROUP.sg_users.accepted.map((row) => ({ ...row, offered_until: null })),
      },
    }),
    replies(securityState, SECURITY),
    disconnects(offerGroup),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Offer ownership' }));
  const password = await screen.findByLabelText<HTMLInputElement>('Your password');
  await userEvent.type(password, 'cusp-demo-2026');
  const send = () => screen.getAllByRole('button', { name: 'Offer ownership' }).at(-1) as HTMLElement;
  await userEvent.click(send());
  expect(await screen.findByText(/^No connection to the server/)).toBeTruthy();
  expect(password.value).toBe('cusp-demo-2026');
  network.answer(refuses(offerGroup, 'wrong_password'));
  await userEvent.click(send());
  await waitFor(() => expect(password.value).toBe(''));
});

test('a group cannot be changed while its data moves, and the page shows why', async () => {
  const as = { ...DENTIST, settings: { ...DENTIST.settings, data_moving: true } } as const;
  await openScreen(PAGES.groups, [replies(groupUsers, GROUP)], { as });
  const actions = await screen.findAllByRole('button', { name: /invite|group|remove|offer/i });
  expect(actions.length).toBeGreaterThan(3);
  expect(actions.filter((button) => !button.closest('fieldset[disabled]'))).toEqual([]);
  expect(screen.getByText(/the group cannot be changed/)).toBeTruthy();
});
