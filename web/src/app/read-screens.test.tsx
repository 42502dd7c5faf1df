// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import { getCase, getCaseByNo } from '@cusp/contract/cases.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, listDrafts } from '@cusp/contract/drafts.routes';
import type { Route } from '@cusp/contract/endpoint';
import { handoffCase } from '@cusp/contract/handoff.routes';
import { getOrder } from '@cusp/contract/orders.routes';
import { PAGES } from '@cusp/contract/pages';
import { getProfile } from '@cusp/contract/profile.routes';
import { listSessions, securityState } from '@cusp/contract/security.routes';
import { groupUsers } from '@cusp/contract/share-groups.routes';
import { sharedCase } from '@cusp/contract/sharing.routes';
import { ownSupport } from '@cusp/contract/support.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { CASES, NO_CONNECTIONS, NO_GROUP, PROFILE, SECURITY, SHARED_CASE } from '../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

interface Read {
  address: string;
  /** Screen under test. */
  route: Route;
  /** Other requests of the screen. */
  rest?: readonly Answer[];
  isPublic?: true;
}

const NO_SUPPORT = replies(ownSupport, { consent: null, visits: [] });
const list = [replies(listCases, CASES), replies(listDrafts, { drafts: [] })];

const READS: Record<string, Read> = {
  connections: { address: PAGES.connections, route: listConnections },
  group: { address: PAGES.groups, route: groupUsers },
  profile: { address: PAGES.profile, route: getProfile },
  security: { address: PAGES.security, route: securityState, rest: [hangs(listSessions), NO_SUPPORT] },
  sessions: {
    address: PAGES.security,
    route: listSessions,
    rest: [replies(securityState, SECURITY), NO_SUPPORT],
  },
  'case list': { address: PAGES.cases, route: listCases, rest: [replies(listDrafts, { drafts: [] })] },
  case: { address: '/cases/2611-59PZCR', route: getCaseByNo, rest: list },
  draft: { address: '/cases/new/5', route: getDraft },
  'sent order': { address: '/case/209/edit', route: getOrder },
  'shared case': { address: `${PAGES.shareCase}#token`, route: sharedCase, isPublic: true },
  'phone page': { address: PAGES.handoff, route: handoffCase, isPublic: true },
};

describe.each(Object.entries(READS))('%s', (_, { address, route, rest = [], isPublic }) => {
  const open = (answer: Answer) => openScreen(address, [...rest, answer], isPublic && { as: null });

  test('a failure shows its request id, and Try again asks once more', async () => {
    const network = await open(refuses(route, 'internal', { request_id: 'request-7' }));
    const alert = (await screen.findByText(/request-7/)).closest('[role=alert]');
    expect(alert).toBeInstanceOf(HTMLElement);
    const before = network.count(route);
    network.answer(hangs(route));
    await userEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Try again' }));
    expect(network.count(route)).toBe(before + 1);
  });

  test('a slow reply shows that the screen is loading', async () => {
    await open(hangs(route));
    const main = within(await screen.findByRole('main'));
    expect((await main.findAllByText('Loading …')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

const GONE = [
  ['a case of somebody else', '/cases/2611-59PZCR', getCaseByNo, 'not_found', 'no longer available'],
  ['a case of somebody else by its id', '/case/417', getCase, 'not_found', 'no longer available'],
  ['a case with a malformed number', '/cases/not-a-number', getCaseByNo, 'not_found', 'no longer available'],
  ['a draft of somebody else', '/cases/new/5', getDraft, 'not_found', 'This draft no longer exists'],
  ['an order of somebody else', '/case/209/edit', getOrder, 'not_found', 'cannot be edited'],
  ['an order that was closed', '/case/209/edit', getOrder, 'case_closed', 'closed'],
] as const;

test.each(GONE)('%s shows that it is gone, without a retry', async (_, address, route, code, words) => {
  await openScreen(address, [...list, refuses(route, code)]);
  expect(await screen.findByText(new RegExp(words))).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a case that is gone leads back to the list', async () => {
  await openScreen('/cases/2611-AAAAAA', [...list, refuses(getCaseByNo, 'not_found')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the list' }));
  await waitFor(() => expect(location.pathname).not.toBe('/cases/2611-AAAAAA'));
});

const LINKS = [
  ['share_unknown', 'This link is not known'],
  ['share_expired', 'This link has expired'],
  ['share_revoked', 'This link was revoked'],
  ['share_ended', 'This case is no longer shared'],
  ['too_many_requests', 'Too many requests'],
] as const;

test.each(LINKS)('a share link refused with %s shows the reason', async (code, title) => {
  await openScreen(`${PAGES.shareCase}#token`, [refuses(sharedCase, code)], { as: null });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each([
  [1, '1 file is left out because it could name the patient.'],
  [17, '17 files are left out because they could name the patient.'],
])('a share link that leaves out %i files says so', async (count, words) => {
  const shared = { ...SHARED_CASE, files: [], files_left_out: count };
  await openScreen(`${PAGES.shareCase}#token`, [replies(sharedCase, shared)], { as: null });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a phone that is no longer connected shows how to connect again', async () => {
  await openScreen(PAGES.handoff, [refuses(handoffCase, 'handoff_over')], { as: null });
  expect((await screen.findByRole('alert')).textContent).toContain('This phone is not connected');
});

test('an unknown address shows 404 with a way home', async () => {
  await openScreen('/no/such/page', [], { as: null });
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
});

test('an unknown address keeps the navigation of a signed-in person', async () => {
  await openScreen('/no/such/page');
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

describe('empty', () => {
  test('a person without a group is offered to create one', async () => {
    await openScreen(PAGES.groups, [replies(groupUsers, NO_GROUP)]);
    expect(await screen.findByText('You are not in a group')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create New Group' })).toBeTruthy();
  });

  test('a person without connections is offered to create one', async () => {
    await openScreen(PAGES.connections, [replies(listConnections, NO_CONNECTIONS)]);
    const main = within(await screen.findByRole('main'));
    expect((await main.findAllByRole('button', { name: /connect/i })).length).toBeGreaterThan(0);
  });

  test('settings that no search finds offer to clear the search', async () => {
    await openScreen(PAGES.settings, [replies(listScanners, { scanners: [], last_device_id: null })]);
    const search = await screen.findByRole('textbox', { name: /search/i });
    await userEvent.type(search, 'no such setting');
    await userEvent.click(await screen.findByRole('button', { name: /clear search/i }));
    expect(await screen.findByRole('switch', { name: 'Auto refresh' })).toBeTruthy();
  });
});

test('a loaded profile fills its form', async () => {
  await openScreen(PAGES.profile, [replies(getProfile, PROFILE)]);
  const first = await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/ });
  expect(first.value).toBe(PROFILE.first_name);
});
