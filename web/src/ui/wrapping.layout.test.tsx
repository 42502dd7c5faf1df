import '@mantine/core/styles.layer.css';
import './styles/base.css';
import { PAGES } from '@cusp/contract/pages';
import { groupUsers } from '@cusp/contract/share-groups.routes';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GROUP } from '../testing/golden.ts';
import { replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

test('on a phone the main button of three is above the other two', async () => {
  await page.viewport(390, 844);
  await openScreen(PAGES.groups, [replies(groupUsers, GROUP)]);
  const top = async (name: string) =>
    (await screen.findByRole('button', { name })).getBoundingClientRect().top;
  expect(await top('Invite member')).toBeLessThan(await top('Edit group'));
  expect(await top('Edit group')).toBe(await top('Delete group'));
});
