// @vitest-environment happy-dom

import { PAGES } from '@cusp/contract/pages';
import { createGroup, groupUsers } from '@cusp/contract/share-groups.routes';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { NO_GROUP } from '../../testing/golden.ts';
import { disconnects, hangs, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

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
