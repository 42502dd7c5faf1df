// @vitest-environment happy-dom

import { PAGES } from '@cusp/contract/pages';
import { groupUsers } from '@cusp/contract/share-groups.routes';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

test('a screen that throws shows an error inside the shell', async () => {
  // The contract does not allow this reply, but a proxy may send anything.
  const broken: Answer = {
    route: groupUsers,
    respond: async () => Response.json({ sg_users: { pending: [null], accepted: [] } }),
  };
  await openScreen(PAGES.groups, [broken]);
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('alert')).toBeTruthy();
  expect(main.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
