// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCase, getCaseByNo } from '@cusp/contract/cases.routes';
import { seeComments } from '@cusp/contract/comments.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { countInbox } from '@cusp/contract/inbox.routes';
import { PAGES } from '@cusp/contract/pages';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { CASE, CASES } from '../testing/golden.ts';
import { hangs, replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

const announced = () => document.querySelector('[aria-live="polite"]:not([role])')?.textContent;

test('each page names the tab, and navigation announces it and keeps the focus in the page', async () => {
  await openScreen(PAGES.login, [], { as: null });
  await waitFor(() => expect(document.title).toBe('Sign in – Cusp'));
  expect(announced()).toBe('');
  await userEvent.click(await screen.findByRole('link', { name: /forgot/i }));
  await waitFor(() => expect(document.title).not.toBe('Sign in – Cusp'));
  await waitFor(() => expect(announced()).toBe(document.title));
  expect(document.activeElement).not.toBe(document.body);
  expect(document.title).toMatch(/^.+ – Cusp$/);
});

test('a link that leaves with its page hands the focus on to the page that it leads to', async () => {
  await openScreen('/nowhere', [hangs(listDrafts), hangs(listCases)]);
  const home = await screen.findByRole('link', { name: /home/i });
  expect(home.closest('main')).toBeTruthy();
  await userEvent.click(home);
  await waitFor(() => expect(home.isConnected).toBe(false));
  await waitFor(() => expect(announced()).toBe(document.title));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('an unknown page is named too', async () => {
  await openScreen('/nowhere', [], { as: null });
  await waitFor(() => expect(document.title).toBe('not found – Cusp'));
});

describe('the list of cases', () => {
  const ANSWERS = [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCase, CASE),
    replies(getCaseByNo, CASE),
    replies(listFiles, { files: [] }),
    replies(listUploads, { uploads: [] }),
    replies(heartbeat, { people: [] }),
    replies(leaveCase, {}),
    replies(seeComments, { unread_comments: 0, unread_mention: false }),
    hangs(caseHistory),
  ];

  test('the list of cases is named after what it lists', async () => {
    await openScreen(PAGES.cases, ANSWERS);
    await waitFor(() => expect(document.title).toBe('Cases – Cusp'));
  });

  test('the list of cases begins with the number of unread notices on every page', async () => {
    await openScreen(PAGES.cases, [
      ...ANSWERS,
      replies(countInbox, { unread: 3, wakes_in: null }),
      hangs(listConnections),
    ]);
    await waitFor(() => expect(document.title).toBe('(3) Cases – Cusp'));
    await userEvent.click(screen.getByRole('link', { name: 'Connections' }));
    await waitFor(() => expect(document.title).toBe('(3) Connections – Cusp'));
  });

  test('the list of cases has the name of the patient and the number of the case that is opened in it', async () => {
    await openScreen(`/cases/${CASE.no}`, ANSWERS);
    const { firstname, lastname } = CASE.patient;
    await waitFor(() => expect(document.title).toBe(`${firstname} ${lastname} · ${CASE.no} – Cusp`));
  });
});
