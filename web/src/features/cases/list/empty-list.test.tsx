// @vitest-environment happy-dom

import { listCases } from '@cusp/contract/case-list.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import { listDrafts, listRecipients } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { alarms } from '@cusp/contract/profile.routes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { NO_CASES, NO_CONNECTIONS, ONE_ASKED } from '../../../testing/golden.ts';
import { replies } from '../../../testing/replies.ts';
import { openScreen } from '../../../testing/screen.tsx';

describe('an empty case list', () => {
  const none = [replies(listCases, NO_CASES), replies(listDrafts, { drafts: [] })];

  test('somebody without partners is led to the connections', async () => {
    await openScreen(PAGES.cases, [
      ...none,
      replies(listRecipients, { recipients: [] }),
      replies(listConnections, NO_CONNECTIONS),
    ]);
    const list = within(await screen.findByRole('region', { name: 'Case list' }));
    expect(await list.findByText('No cases yet')).toBeTruthy();
    expect(await list.findByText(/Connect with a lab or clinic first/)).toBeTruthy();
  });

  test('somebody whose request waits for an answer is not sent to find a partner', async () => {
    await openScreen(PAGES.cases, [
      ...none,
      replies(listRecipients, { recipients: [] }),
      replies(listConnections, ONE_ASKED),
    ]);
    const list = within(await screen.findByRole('region', { name: 'Case list' }));
    expect(await list.findByText(/Your connection request has not been accepted yet/)).toBeTruthy();
    expect(list.getByRole('link', { name: 'Show connections' })).toBeTruthy();
    expect(list.queryByText(/Connect with a lab or clinic first/)).toBeNull();
  });

  test('somebody with an invitation is led to answer it', async () => {
    await openScreen(PAGES.cases, [
      ...none,
      replies(listRecipients, { recipients: [] }),
      replies(listConnections, NO_CONNECTIONS),
      replies(alarms, { contacts: [{ id: 1 }], sg_users: [] }),
    ]);
    expect(await screen.findByText(/An invitation waits for your answer/)).toBeTruthy();
  });

  test('filters that find nothing can be cleared', async () => {
    const alone = [replies(listRecipients, { recipients: [] }), replies(listConnections, NO_CONNECTIONS)];
    await openScreen(`${PAGES.cases}?status=Open`, [...none, ...alone]);
    expect(await screen.findByText('No cases available for this status')).toBeTruthy();
    const list = within(screen.getByRole('region', { name: 'Case list' }));
    await userEvent.click(list.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    expect(location.search).toBe('');
  });
});
