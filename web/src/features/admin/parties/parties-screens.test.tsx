// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import type { Party, StaffCase, StaffConnection, StaffGroup } from '@cusp/contract/staff-parties';
import {
  designateConnection,
  getStaffGroup,
  listStaffCases,
  listStaffConnections,
  releaseConnection,
} from '@cusp/contract/staff-parties.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import fixtures from '../../../../../contract/fixtures/staff-parties.json';
import { type Answer, refuses, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/cases'));

const STAFF = { ...DENTIST, is_staff: true };
const SALES = { ...DENTIST, is_sales_manager: true };
const [CASE] = fixtures.listStaffCases.reply.cases as [StaffCase];
const [DESIGNATED, REQUESTED] = fixtures.listStaffConnections.reply.connections as [
  StaffConnection,
  StaffConnection,
];
const ACCEPTED: StaffConnection = { ...DESIGNATED, id: 34, is_designated: false, designation_version: 1 };
const GROUP = fixtures.getStaffGroup.reply as StaffGroup;
const UNKNOWN: Party = { id: 5, name: '', institution: '', email: '', country: '', is_unknown: true };

const pageOf = (count: number) => ({ ...fixtures.listStaffCases.reply.page, total_num: count, count });
const casesOf = (cases: StaffCase[], connection: Parameters<typeof withConnection>[0] = null) =>
  replies(listStaffCases, { cases, page: pageOf(cases.length), ...withConnection(connection) });
const withConnection = (connection: { id: number; owner: Party; user: Party } | null) => ({ connection });
const connectionsOf = (...connections: StaffConnection[]) =>
  replies(listStaffConnections, { connections, page: pageOf(connections.length) });
const open = (address: string, answers: readonly Answer[] = [], as = STAFF) =>
  openScreen(address, answers, { as });

describe('cases', () => {
  test('an empty list says so', async () => {
    await open(PAGES.admCases, [casesOf([])]);
    expect(await screen.findByText('No cases yet')).toBeTruthy();
  });

  test('a search without a match offers to show everything', async () => {
    await open(`${PAGES.admCases}?search=zzz`, [casesOf([])]);
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
  });

  test('a list that cannot be loaded offers to try again', async () => {
    await open(PAGES.admCases, [refuses(listStaffCases, 'internal', { request_id: 'request-7' })]);
    expect(await screen.findByText(/request-7/)).toBeTruthy();
  });

  test('a case links to both people and to their connection, and a deleted person has no link', async () => {
    await open(PAGES.admCases, [casesOf([CASE, { ...CASE, id: 50, no: '2611-OTHER', author: UNKNOWN }])]);
    const list = within(await screen.findByRole('list', { name: 'Cases' }));
    const [row, other] = list.getAllByRole('listitem');
    const links = within(row as HTMLElement)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/adm/connections?search=anna%40cusp.example+marco%40cusp.example',
      '/adm/users/1',
      '/adm/users/17',
    ]);
    expect(
      within(other as HTMLElement)
        .getByText('(Unknown)')
        .closest('a'),
    ).toBeNull();
    expect(within(other as HTMLElement).getAllByRole('link')).toHaveLength(1);
  });

  test('the chip names the connection whose cases are shown, and removing it shows all cases', async () => {
    await open(`${PAGES.admCases}?connId=33`, [
      casesOf([CASE], { id: 33, owner: CASE.author, user: CASE.recipient }),
    ]);
    expect(await screen.findByText('Between Anna Berg and Marco Lehmann')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all cases' }));
    await waitFor(() => expect(screen.queryByText(/Between/)).toBeNull());
    expect(location.search).toBe('');
  });

  test('an unknown connection is named as such', async () => {
    await open(`${PAGES.admCases}?connId=99`, [casesOf([])]);
    expect(await screen.findByText('This connection does not exist')).toBeTruthy();
    expect(screen.getByText('Nothing matches')).toBeTruthy();
  });

  test('a connection that is no id filters nothing', async () => {
    await open(`${PAGES.admCases}?connId=all`, [casesOf([CASE])]);
    expect(await screen.findByText(CASE.no)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show all cases' })).toBeNull();
  });
});

describe('connections', () => {
  test('an empty list says so', async () => {
    await open(PAGES.admConnections, [connectionsOf()]);
    expect(await screen.findByText('No connections yet')).toBeTruthy();
  });

  test('a list that cannot be loaded offers to try again', async () => {
    await open(PAGES.admConnections, [
      refuses(listStaffConnections, 'internal', { request_id: 'request-8' }),
    ]);
    expect(await screen.findByText(/request-8/)).toBeTruthy();
  });

  test('staff designate an accepted connection and see it at once', async () => {
    const network = await open(PAGES.admConnections, [
      connectionsOf(ACCEPTED),
      replies(designateConnection, DESIGNATED),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: /^Designate:/ }));
    expect(await screen.findByText(/Anna Berg and Marco Lehmann can then no longer remove it/)).toBeTruthy();
    network.answer(connectionsOf(DESIGNATED));
    await userEvent.click(screen.getByRole('button', { name: 'Designate' }));
    expect(await screen.findByText('The connection is designated.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Release:/ })).toBeTruthy();
    expect(network.sent.find(({ method }) => method === 'POST')?.body).toEqual({ designation_version: 1 });
  });

  test('a conflicting change names the other person and reloads the list', async () => {
    const network = await open(PAGES.admConnections, [
      connectionsOf(DESIGNATED),
      refuses(releaseConnection, 'conflict', { changed_by: 'Olga Other' }),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: /^Release:/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Release' }));
    expect(await screen.findByText(/Olga Other has just changed this connection/)).toBeTruthy();
    await waitFor(() => expect(network.count(listStaffConnections)).toBeGreaterThan(1));
  });

  test('a request is shown with the address it went to and cannot be designated', async () => {
    await open(PAGES.admConnections, [connectionsOf(REQUESTED)]);
    expect(await screen.findByText('new@cusp.example')).toBeTruthy();
    expect(screen.getByText('No account yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Designate:/ })).toBeNull();
  });

  test('sales managers only read, and get no link to cases that they may not open', async () => {
    await open(PAGES.admConnections, [connectionsOf(DESIGNATED, ACCEPTED)], SALES);
    expect((await screen.findAllByText('Anna Berg')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /^(Designate|Release):/ })).toBeNull();
    expect(screen.queryByText('Show cases')).toBeNull();
  });
});

describe('a group', () => {
  test('a group shows its owner, members, invitations and cases by the status that people see', async () => {
    const cases = [
      { status: 'OPEN', count: 3 },
      { status: 'READ', count: 2 },
    ] as const;
    await open('/adm/group/5', [replies(getStaffGroup, { ...GROUP, cases: [...cases] })]);
    const section = async (name: string) => within(await screen.findByRole('region', { name }));
    expect((await section('Members')).getAllByRole('listitem')).toHaveLength(2);
    expect((await section('Members')).getByText('Owner')).toBeTruthy();
    expect((await section('Invitations')).getByText('new@cusp.example')).toBeTruthy();
    expect((await section('Cases by status')).getByText('5')).toBeTruthy();
  });

  test('a group that does not exist is a page that does not exist', async () => {
    await open('/adm/group/99', [refuses(getStaffGroup, 'not_found')]);
    expect(await screen.findByText('This page does not exist.')).toBeTruthy();
  });

  test('a group with a malformed id is a page that does not exist', async () => {
    await open('/adm/group/all');
    expect(await screen.findByText('This page does not exist.')).toBeTruthy();
  });

  test('a group that cannot be loaded offers to try again', async () => {
    const network = await open('/adm/group/5', [refuses(getStaffGroup, 'internal', { request_id: 'r-9' })]);
    expect(await screen.findByText(/r-9/)).toBeTruthy();
    network.answer(replies(getStaffGroup, GROUP));
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByText('Berg Dental', { selector: 'dd' })).toBeTruthy();
  });
});
