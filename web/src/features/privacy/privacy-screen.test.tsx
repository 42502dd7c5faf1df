// @vitest-environment happy-dom

import { acceptedAgreement, showAgreements } from '@cusp/contract/agreements.routes';
import { listDataExports } from '@cusp/contract/data-exports.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { exportAccesses, listAccesses, listHolds, listOpenLinks } from '@cusp/contract/privacy.routes';
import { guestCases } from '@cusp/contract/region-visit.routes';
import { showRetention } from '@cusp/contract/retention.routes';
import { revokeShare } from '@cusp/contract/sharing.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import privacy from '../../../../contract/fixtures/privacy.json';
import profile from '../../../../contract/fixtures/profile.json';
import { EMPTY, LOG, NO_EXPORTS, NO_HOLDS, NO_LINKS, openPrivacy } from '../../testing/privacy.tsx';
import { hangs, refuses, replies } from '../../testing/replies.ts';
import { TWO_REGIONS } from '../../testing/screen.tsx';

const LINKS = privacy.listOpenLinks.reply as ReplyFrom<typeof listOpenLinks>;

test('the log names who did what with which patient, from where, and links to the case', async () => {
  await openPrivacy([replies(listAccesses, LOG), NO_LINKS, NO_HOLDS, NO_EXPORTS]);
  const log = await screen.findByRole('region', { name: 'Access log' });
  const lines = await within(log).findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(
      /^Amy Mate looked at a fileJo Patient\u00a0·\u00a02611-0401scan\.stl.*Germany · 192\.0\.2\.7$/,
    ),
    expect.stringMatching(/^A visitor of a link opened the caseJo Patient\u00a0·\u00a02611-0401for Dr\. Far/),
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
  expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
  network.answer(replies(listAccesses, { ...LOG, entries: [] }));
  await user.click(retry);
  expect(await screen.findByText('No accesses yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeTruthy();
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

test('the log is filtered by person, which a second choice clears, and its next page keeps the filter', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([replies(listAccesses, LOG), NO_LINKS, NO_HOLDS, NO_EXPORTS]);
  const log = within(await screen.findByRole('region', { name: 'Access log' }));
  await log.findByText(/scan\.stl/);
  const [first] = LOG.entries as [(typeof LOG.entries)[number]];
  network.answer(replies(listAccesses, { ...LOG, entries: [first], next: first.id }));
  await user.click(log.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: 'Ada Author', hidden: true }));
  const more = await log.findByRole('button', { name: 'Show more' });
  expect(network.sent.at(-1)?.query).toContain('person=33');
  const older = { ...first, id: '1795517580000000-17', filename: 'older.stl' };
  network.answer(replies(listAccesses, { ...LOG, entries: [older] }));
  await user.click(more);
  expect(await log.findByText(/older\.stl/)).toBeTruthy();
  expect(log.getByText(/scan\.stl/)).toBeTruthy();
  const { query } = network.sent.at(-1) ?? {};
  expect(query).toContain('person=33');
  expect(query).toContain(`before=${first.id}`);
  // Choosing the person again clears the filter.
  await user.click(log.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: 'Ada Author', hidden: true }));
  network.answer(refuses(exportAccesses, 'internal'));
  await user.click(log.getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(network.sent.at(-1)?.path).toBe(exportAccesses.path));
  expect(network.sent.at(-1)?.query).not.toContain('person=');
});

test('a period that ends before it begins is refused beside its day, and an access without details has no empty line', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy([replies(listAccesses, LOG), NO_LINKS, NO_HOLDS, NO_EXPORTS]);
  const log = within(await screen.findByRole('region', { name: 'Access log' }));
  const lines = await log.findAllByRole('listitem');
  expect(lines.flatMap((line) => [...line.querySelectorAll('span')]).filter((it) => !it.textContent)).toEqual(
    [],
  );
  await user.type(log.getByLabelText('To'), '11/03/2026');
  await waitFor(() => expect(network.sent.at(-1)?.query).toContain('to=2026-11-03'));
  await user.type(log.getByLabelText('From'), '11/04/2026');
  await user.tab();
  expect((await log.findByRole('alert')).textContent).toContain('11/04/2026');
  network.answer(refuses(exportAccesses, 'internal'));
  await user.click(log.getByRole('button', { name: 'Save as CSV' }));
  await waitFor(() => expect(network.sent.at(-1)?.path).toBe(exportAccesses.path));
  expect(network.sent.at(-1)?.query).toContain('to=2026-11-03');
  expect(network.sent.at(-1)?.query).not.toContain('from=');
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
  // They see which of their cases will be removed, but cannot change the period.
  expect(await screen.findByText(/^Removed after/)).toBeTruthy();
  expect((screen.getByRole('combobox', { name: 'Keep cases' }) as HTMLSelectElement).disabled).toBe(true);
  expect(screen.queryByRole('link', { name: 'Export first' })).toBeNull();
});

test('a link is ended, also after a failure, and the focus goes to the next one, then to the empty list', async () => {
  const user = userEvent.setup();
  const [first] = LINKS.links as [(typeof LINKS.links)[number]];
  const second = { ...first, id: first.id - 1, recipient: "Dr. O'Neill" };
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    replies(listOpenLinks, { links: [first, second], next: null, is_complete: true }),
    NO_HOLDS,
    NO_EXPORTS,
    refuses(revokeShare, 'internal'),
  ]);
  const end = await screen.findByRole('button', { name: 'End link for Dr. Far' });
  await user.click(end);
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  network.answer(replies(revokeShare, {}));
  network.answer(replies(listOpenLinks, { links: [second], next: null, is_complete: true }));
  await user.click(end);
  await waitFor(() => expect(screen.queryByText('Dr. Far')).toBeNull());
  const last = screen.getByRole('button', { name: "End link for Dr. O'Neill" });
  await waitFor(() => expect(document.activeElement).toBe(last.closest('li')));
  network.answer(NO_LINKS);
  await user.click(last);
  expect(await screen.findByText('No active links')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('No active links');
  expect(document.activeElement?.closest('main')).not.toBe(document.activeElement);
});

test('a link to a case in the other region says so, and an incomplete list does not claim to be empty', async () => {
  const links = LINKS.links.map((link) => ({ ...link, is_elsewhere: true }));
  const answer = (list: typeof links, is_complete: boolean) =>
    replies(listOpenLinks, { links: list, next: null, is_complete });
  const network = await openPrivacy([
    replies(listAccesses, { ...LOG, entries: [] }),
    answer(links, true),
    NO_HOLDS,
    NO_EXPORTS,
    replies(revokeShare, {}),
  ]);
  expect(await screen.findByText('The case is in the other region now')).toBeTruthy();
  network.answer(answer([], false));
  await userEvent.click(screen.getByRole('button', { name: 'End link for Dr. Far' }));
  expect(await screen.findByText(/^The other region isn’t responding right now\. Links/)).toBeTruthy();
  expect(screen.queryByText('No active links')).toBeNull();
});

test('the page says that cases in the other region are not included, and links to them', async () => {
  await openPrivacy([...EMPTY, replies(guestCases, { region: 'US', cases: 48 })], { site: TWO_REGIONS });
  expect(await screen.findByText(/do not include cases that are in the other region/)).toBeTruthy();
  const link = screen.getByRole('link', { name: '48 cases are in the US region: open' });
  expect(link.getAttribute('href')).toBe('/region-visit?next=%2Fprivacy');
});

test('a guest sees log, holds, exports and erasure for the cases of this region, and reaches them by the menu', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy(EMPTY, { site: TWO_REGIONS, isGuest: true });
  expect(await screen.findByText(/copies of the cases in this region/)).toBeTruthy();
  expect(await screen.findByText('No accesses yet')).toBeTruthy();
  const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
  expect(titles).toEqual(['Access log', 'Legal holds', 'Export data', 'Erase a patient']);
  for (const route of [guestCases, listOpenLinks, showRetention, showAgreements])
    expect(network.count(route)).toBe(0);
  await user.click(screen.getByRole('button', { name: /^Menu of/ }));
  expect((await screen.findByRole('link', { name: 'Privacy', hidden: true })).getAttribute('href')).toBe(
    PAGES.privacy,
  );
});

test('a guest who is a member reads why the page is closed, without a way to the group', async () => {
  const refused = [
    refuses(listAccesses, 'privacy_owner_only'),
    refuses(listHolds, 'privacy_owner_only'),
    refuses(listDataExports, 'privacy_owner_only'),
  ];
  await openPrivacy(refused, { site: TWO_REGIONS, isGuest: true });
  expect(await screen.findByText('Only for the owner of the group')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Go to the group' })).toBeNull();
});

test('a guest whose home does not respond can try again', async () => {
  const user = userEvent.setup();
  const network = await openPrivacy(
    [
      refuses(listAccesses, 'region_unreachable'),
      refuses(listHolds, 'region_unreachable'),
      refuses(listDataExports, 'region_unreachable'),
    ],
    { site: TWO_REGIONS, isGuest: true },
  );
  const log = await screen.findByRole('region', { name: 'Access log' });
  const retry = await within(log).findByRole('button', { name: 'Try again' });
  network.answer(replies(listAccesses, { ...LOG, entries: [] }));
  await user.click(retry);
  expect(await screen.findByText('No accesses yet')).toBeTruthy();
});

test('agreements that the group’s owner concluded can be read, and waiting ones lead to their page', async () => {
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
