// @vitest-environment happy-dom

import { acceptedAgreement, showAgreements } from '@cusp/contract/agreements.routes';
import type { DataExport } from '@cusp/contract/data-exports';
import { listDataExports, removeDataExport, startDataExport } from '@cusp/contract/data-exports.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import {
  casesOfPatient,
  erasePatient,
  liftHold,
  listAccesses,
  listHolds,
  listOpenLinks,
  placeHold,
} from '@cusp/contract/privacy.routes';
import { setRetention, showRetention } from '@cusp/contract/retention.routes';
import { revokeShare } from '@cusp/contract/sharing.routes';
import { keptStatements } from '@cusp/contract/statements.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import privacy from '../../../../contract/fixtures/privacy.json';
import profile from '../../../../contract/fixtures/profile.json';
import { type Answer, hangs, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const LOG = {
  ...privacy.listAccesses.reply,
  next: null,
  people: [
    { id: 17, name: 'Amy Mate' },
    { id: 33, name: 'Ada Author' },
  ],
} as ReplyFrom<typeof listAccesses>;
const LINKS = privacy.listOpenLinks.reply as ReplyFrom<typeof listOpenLinks>;
const NO_LINKS = replies(listOpenLinks, { links: [], next: null });
const NO_HOLDS = replies(listHolds, { holds: [] });
const NO_EXPORTS = replies(listDataExports, { exports: [] });
const NO_RETENTION = {
  months: null,
  default_months: 3,
  version: 0,
  may_change: true,
  cases: [],
  count: 0,
  next: null,
} satisfies ReplyFrom<typeof showRetention>;
const openPrivacy = (answers: Answer[]) =>
  openScreen(PAGES.privacy, [
    replies(showRetention, NO_RETENTION),
    replies(keptStatements, { statements: [], has_more: false }),
    replies(showAgreements, { practice: '', open: [], accepted: [] }),
    ...answers,
  ]);
const EMPTY = [replies(listAccesses, { ...LOG, entries: [] }), NO_LINKS, NO_HOLDS, NO_EXPORTS];

test('the log names who did what with which patient, from where, and links to the case', async () => {
  await openPrivacy([replies(listAccesses, LOG), NO_LINKS, NO_HOLDS, NO_EXPORTS]);
  const log = await screen.findByRole('region', { name: 'Access log' });
  const lines = await within(log).findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(
      /^Amy Mate looked at a fileJo Patient · 2611-0401scan\.stl.*Germany · 192\.0\.2\.7$/,
    ),
    expect.stringMatching(/^A visitor of a link opened the caseJo Patient · 2611-0401for Dr\. Far/),
    expect.stringMatching(/^Cusp support for Amy Mate saw 12 cases in a list/),
  ]);
  expect(within(log).getAllByRole('link')[0]?.getAttribute('href')).toBe('/case/2611-0401');
});

test('all lists say that they are loading', async () => {
  await openPrivacy([
    hangs(listAccesses),
    hangs(listOpenLinks),
    hangs(listHolds),
    NO_EXPORTS,
    hangs(showRetention),
  ]);
  await screen.findByRole('heading', { name: 'Access log' });
  expect(document.querySelectorAll('[role="status"][aria-busy="true"]')).toHaveLength(4);
});

test('a failure offers to try again and then shows the empty log', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([refuses(listAccesses, 'internal'), NO_LINKS, NO_HOLDS, NO_EXPORTS]);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  network.answer(replies(listAccesses, { ...LOG, entries: [] }));
  await user.click(retry);
  expect(await screen.findByText('No accesses yet')).toBeTruthy();
  expect(screen.getByText('No active links')).toBeTruthy();
});

test('a search that finds nothing offers to clear the filters; days are typed in the page’s format', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([replies(listAccesses, LOG), NO_LINKS, NO_HOLDS, NO_EXPORTS]);
  await screen.findByText(/scan\.stl/);
  network.answer(replies(listAccesses, { ...LOG, entries: [] }));
  await user.type(
    screen.getByRole('searchbox', { name: 'Search for a patient, number or institution' }),
    'Nobody{Enter}',
  );
  const clear = await screen.findByRole('button', { name: 'Clear filters' });
  network.answer(replies(listAccesses, LOG));
  await user.click(clear);
  expect(await screen.findByText(/scan\.stl/)).toBeTruthy();

  await user.type(screen.getByLabelText('From'), '11/03/2026');
  await waitFor(() => expect(network.sent.at(-1)?.query).toContain('from=2026-11-03'));
});

test('members of somebody else’s group see who may open it', async () => {
  await openPrivacy([
    refuses(listAccesses, 'privacy_owner_only'),
    refuses(listOpenLinks, 'privacy_owner_only'),
    refuses(listHolds, 'privacy_owner_only'),
    refuses(listDataExports, 'privacy_owner_only'),
    replies(showRetention, { ...privacy.showRetention.reply, may_change: false }),
  ]);
  expect(await screen.findByText('Only for the owner of the group')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the security page' })).toBeTruthy();
  // They see which of their cases go, and cannot change when.
  expect(await screen.findByText(/^Removed after/)).toBeTruthy();
  expect((screen.getByRole('combobox', { name: 'Keep cases' }) as HTMLSelectElement).disabled).toBe(true);
  expect(screen.queryByRole('link', { name: 'Export first' })).toBeNull();
});

test('a link is ended, also after a failure, and then missing from the list', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    replies(listOpenLinks, LINKS),
    NO_HOLDS,
    NO_EXPORTS,
    refuses(revokeShare, 'internal'),
  ]);
  const end = await screen.findByRole('button', { name: 'End the link for Dr. Far' });
  await user.click(end);
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(revokeShare, {}));
  network.answer(NO_LINKS);
  await user.click(end);
  expect(await screen.findByText('No active links')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Dr. Far')).toBeNull());
});

test('a hold is placed after a wrong number, which is kept, and lifted after a question', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    NO_LINKS,
    NO_HOLDS,
    NO_EXPORTS,
    refuses(placeHold, 'not_found'),
  ]);
  expect(await screen.findByText('No cases on hold')).toBeTruthy();
  const number = screen.getByRole('textbox', { name: 'Case number' });
  await user.type(number, '2611-0401');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Complaint');
  await user.click(screen.getByRole('button', { name: 'Place hold' }));
  expect(await screen.findByText('Your practice has no case with this number.')).toBeTruthy();
  expect((number as HTMLInputElement).value).toBe('2611-0401');
  network.answer(replies(placeHold, { id: 17 }));
  network.answer(replies(listHolds, privacy.listHolds.reply));
  await user.click(screen.getByRole('button', { name: 'Place hold' }));
  await user.click(await screen.findByRole('button', { name: 'Lift the hold on 2611-0401' }));
  network.answer(replies(liftHold, {}));
  network.answer(NO_HOLDS);
  await user.click(await screen.findByRole('button', { name: 'Lift hold' }));
  expect(await screen.findByText('No cases on hold')).toBeTruthy();
});

test('a patient is erased from the chosen cases after a question; cases on hold cannot be chosen', async () => {
  const user = userEvent.setup();
  const [one] = privacy.casesOfPatient.reply.cases;
  if (!one) throw new Error('no case');
  const cases = [
    one,
    { ...one, id: 417, no: '2611-0417' },
    { ...one, id: 433, no: '2611-0433', is_held: true },
  ];
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    NO_LINKS,
    NO_HOLDS,
    NO_EXPORTS,
    replies(casesOfPatient, { cases, is_cut: false }),
    refuses(erasePatient, 'internal'),
  ]);
  await user.type(
    await screen.findByRole('searchbox', { name: 'Search for a patient or number' }),
    'Jo{Enter}',
  );
  const held = await screen.findByRole('checkbox', { name: 'Jo Patient · 2611-0433' });
  expect((held as HTMLInputElement).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Jo Patient · 2611-0417' }));
  const erase = () => user.click(screen.getByRole('button', { name: 'Delete 1 case' }));
  await erase();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(erasePatient, { deleted: [401], kept: [] }));
  await erase();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1 case deleted')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

const anExport = (more: Partial<DataExport>): DataExport => ({
  id: 33,
  scope: 'practice',
  about: '',
  state: 'queued',
  problem: null,
  cases_done: 0,
  cases_total: 1200,
  bytes: null,
  created_date: '2026-11-24T09:31:00.000Z',
  until: null,
  ...more,
});
const listed = (...exports: DataExport[]) => replies(listDataExports, { exports });

test('an export of the practice is begun after a failure, shows its progress and then its file', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([...EMPTY, refuses(startDataExport, 'data_exports_full')]);
  const begin = await screen.findByRole('button', { name: 'Export everything' });
  await user.click(begin);
  expect(await screen.findByText('You have three exports already. Remove one first.')).toBeTruthy();
  network.answer(replies(startDataExport, anExport({})));
  network.answer(listed(anExport({ state: 'running', cases_done: 300 })));
  await user.click(begin);
  expect(await screen.findByText('300 of 1,200 cases')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Practice' }).getAttribute('aria-valuenow')).toBe('25');
  network.answer(listed(anExport({ state: 'done', bytes: 731_204, until: '2026-11-27T09:32:00.000Z' })));
  const link = await screen.findByRole('link', { name: 'Download: Practice' }, { timeout: 5000 });
  expect(link.getAttribute('href')).toBe('/heclore/v1/privacy/exports/33/file/');
  network.answer(replies(removeDataExport, {}));
  network.answer(listed());
  await user.click(screen.getByRole('button', { name: 'Remove: Practice' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Download: Practice' })).toBeNull());
});

test('the chosen cases of a patient are exported, also those on hold, and a failed export says so', async () => {
  const user = userEvent.setup();
  const [one] = privacy.casesOfPatient.reply.cases;
  if (!one) throw new Error('no case');
  const cases = [one, { ...one, id: 417, no: '2611-0417', is_held: true }];
  const network = await openPrivacy([
    ...EMPTY.slice(0, 3),
    listed(anExport({ state: 'failed', problem: 'internal', scope: 'case', about: '2611-0401' })),
    replies(casesOfPatient, { cases, is_cut: false }),
    replies(startDataExport, anExport({})),
  ]);
  expect((await screen.findByRole('alert')).textContent).toContain('The export failed.');
  const section = within(screen.getByRole('region', { name: 'Export data' }));
  await user.click(section.getByRole('radio', { name: 'A patient' }));
  await user.type(section.getByRole('searchbox'), 'Jo{Enter}');
  await user.click(await section.findByRole('button', { name: 'Export 2 cases' }));
  expect(network.sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    scope: 'patient',
    ids: [401, 417],
  });
  await waitFor(() => expect(section.queryByRole('checkbox')).toBeNull());
});

test('the number of an unknown case is kept beside the reason', async () => {
  const user = userEvent.setup();
  await openPrivacy([...EMPTY, refuses(startDataExport, 'not_found')]);
  const section = within(await screen.findByRole('region', { name: 'Export data' }));
  await user.click(section.getByRole('radio', { name: 'A case' }));
  const number = section.getByRole('textbox', { name: 'Case number' });
  await user.type(number, '2611-0999{Enter}');
  expect(await section.findByText('Your practice has no case with this number.')).toBeTruthy();
  expect((number as HTMLInputElement).value).toBe('2611-0999');
});

test('the retention is chosen after a failure, and shown anew when somebody else has changed it', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([
    ...EMPTY,
    replies(showRetention, { ...privacy.showRetention.reply, months: null }),
    refuses(setRetention, 'internal'),
  ]);
  const section = within(await screen.findByRole('region', { name: 'Retention' }));
  expect(await section.findByText('1 case will be removed')).toBeTruthy();
  expect(section.getByRole('link', { name: 'Export first' }).getAttribute('href')).toBe('#export');
  const choice = () => section.getByRole<HTMLSelectElement>('combobox', { name: 'Keep cases' });
  const chosen = () => choice().selectedOptions[0]?.textContent;
  expect(chosen()).toBe('As set for Cusp (3 months)');
  const choose = async (name: string) => {
    await user.selectOptions(choice(), name);
    await user.click(section.getByRole('button', { name: 'Save' }));
  };
  await choose('5 years');
  expect(await section.findByText(/Something went wrong/)).toBeTruthy();
  expect(chosen()).toBe('5 years');
  network.answer(refuses(setRetention, 'retention_changed'));
  network.answer(replies(showRetention, { ...NO_RETENTION, months: 120, version: 3 }));
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Somebody changed the retention in the meantime/)).toBeTruthy();
  await waitFor(() => expect(chosen()).toBe('10 years'));
  expect(section.getByText('No cases are about to be removed')).toBeTruthy();
  network.answer(replies(setRetention, { version: 4 }));
  network.answer(replies(showRetention, { ...NO_RETENTION, months: 0, version: 4 }));
  await choose('For ever');
  expect(await screen.findByText('Retention saved')).toBeTruthy();
  expect(network.sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({ months: 0, version: 3 });
});

test('what the owner of the group concluded can be read, and what waits leads to its page', async () => {
  const user = userEvent.setup();
  const accepted = profile.showAgreements.reply.accepted.map((each) => ({
    ...each,
    kind: 'dpa',
    party: 'Ada Author',
  }));
  await openPrivacy([
    ...EMPTY,
    replies(showAgreements, { ...profile.showAgreements.reply, accepted } as ReplyFrom<
      typeof showAgreements
    >),
    replies(acceptedAgreement, { text: '# Data processing\n\n1.1 As agreed.', text_hash: 'a'.repeat(64) }),
  ]);
  const agreements = await screen.findByRole('region', { name: 'Terms and agreements' });
  const lines = await within(agreements).findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/Version 2026-12 · Not accepted yet/),
    expect.stringMatching(/Version 2026-11 · concluded by Ada Author on/),
  ]);
  expect(within(agreements).getByRole('link', { name: 'Show' }).getAttribute('href')).toMatch(
    /^\/agreements/,
  );
  await user.click(within(agreements).getByRole('button', { name: /^Read/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Data processing agreement, Version 2026-11' });
  expect(await within(dialog).findByText('1.1 As agreed.')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: /^Download/ })).toBeTruthy();
});
