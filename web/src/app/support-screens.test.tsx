// @vitest-environment happy-dom
import { listCases, userFilters } from '@cusp/contract/case-list.routes';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, lastUsed, listDrafts, listRecipients } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { PAGES } from '@cusp/contract/pages';
import { MASK } from '@cusp/contract/patient';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { groupUsers } from '@cusp/contract/share-groups.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import history from '../../../contract/fixtures/history.json';
import { CASE, CASES, CONNECTIONS, DRAFT, GROUP, NO_CASES } from '../testing/golden.ts';
import { hangs, replies } from '../testing/replies.ts';
import { openScreen } from '../testing/screen.tsx';

const READ = { id: 31, staff: 'Stella Staff', mode: 'read', sees_patients: false } as const;
const WRITE = { ...READ, mode: 'write' } as const;
const CANNOT = 'Support sessions can’t do this.';
const HISTORY = history.caseHistory.reply as ReplyFrom<typeof caseHistory>;
const openCase = (options: Parameters<typeof openScreen>[2], entries = HISTORY) =>
  openScreen(
    `/cases/${CASE.no}`,
    [
      replies(listCases, CASES),
      replies(listDrafts, { drafts: [] }),
      replies(getCaseByNo, CASE),
      replies(listFiles, { files: CASE.files }),
      replies(listUploads, { uploads: [] }),
      replies(caseHistory, entries),
      hangs(heartbeat),
      hangs(leaveCase),
    ],
    options,
  );
/** The simulated DOM does not disable the buttons in a disabled fieldset. */
const isOff = (control: HTMLElement) => control.closest('fieldset')?.disabled === true;
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a support session', () => {
  test('a support session sees the list of cases without New case and checkboxes', async () => {
    const list = [replies(listCases, CASES), replies(listDrafts, { drafts: [] })];
    await openScreen(PAGES.cases, list, { support: READ });
    expect(await screen.findByText('Cusp support in the account of Anna Berg')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Cases' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'New case' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('a support session cannot press what changes connections or the group, and reads why', async () => {
    await openScreen(PAGES.connections, [replies(listConnections, CONNECTIONS)], { support: WRITE });
    const create = await button('Create New Connection');
    expect(isOff(create)).toBe(true);
    expect(create.closest('fieldset')?.title).toBe(CANNOT);
  });

  test.each([
    ['read', READ, true],
    ['write', WRITE, false],
  ])(
    'settings can be changed in a support session of the mode %s only if it may write',
    async (_, support, isDisabled) => {
      await openScreen(PAGES.settings, [replies(listScanners, { scanners: [], last_device_id: null })], {
        support,
      });
      const mails = await screen.findByRole('switch', { name: 'Email when a case is published' });
      expect(isOff(mails)).toBe(isDisabled);
      expect(isOff(await screen.findByRole('button', { name: /Register a scanner/ }))).toBe(true);
    },
  );

  test('a support session cannot press what changes the group', async () => {
    await openScreen(PAGES.groups, [replies(groupUsers, GROUP)], { support: READ });
    const all = await screen.findAllByRole('button', { name: /group|member|Remove|Invite|Leave/i });
    expect(all.map((each) => isOff(each))).not.toContain(false);
  });

  test('a support session reads once that the security page is closed to it', async () => {
    await openScreen(PAGES.security, [], { support: WRITE });
    expect(await screen.findAllByText(CANNOT)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a support session opens no form of a new case', async () => {
    await openScreen(PAGES.newCase, [], { support: WRITE });
    expect(await screen.findByText(CANNOT)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send case', hidden: true })).toBeNull();
  });

  test('a support session reads a draft whose form takes no input', async () => {
    const answers = [
      replies(getDraft, DRAFT),
      replies(listRecipients, { recipients: [] }),
      replies(lastUsed, { used: [] }),
      replies(listScanners, { scanners: [], last_device_id: null }),
      replies(listUploads, { uploads: [] }),
    ];
    await openScreen(PAGES.draft.replace(':draftId', String(DRAFT.id)), answers, { support: WRITE });
    const send = await screen.findByRole('button', { name: 'Send case', hidden: true });
    expect(send.closest('[inert]')).not.toBeNull();
    expect(screen.getByText(CANNOT)).toBeTruthy();
  });

  test('a support session reads that words are not searched while patient data is hidden', async () => {
    const none = { ...CASES, posts: [] };
    const answers = [replies(listCases, CASES), replies(listDrafts, { drafts: [] })];
    const network = await openScreen(PAGES.cases, answers, { support: READ });
    network.answer(replies(listCases, none));
    await userEvent.type(await screen.findByRole('searchbox'), 'Maria{Enter}');
    expect(await screen.findByText(/finds whole case numbers only/)).toBeTruthy();
  });

  test('a support session is offered no hidden restorations as filters, and reads why a hidden one finds nothing', async () => {
    const hidden = { type: MASK, name: MASK };
    const answers = [
      replies(listCases, NO_CASES),
      replies(listDrafts, { drafts: [] }),
      replies(userFilters, {
        institutions: [],
        users: [],
        assignees: [],
        restorations: [hidden, { type: 'crown', name: MASK }, hidden],
        materials: [],
      }),
    ];
    await openScreen(`${PAGES.cases}?restoration=${MASK}`, answers, { support: READ });
    expect(await screen.findByText(/find only restorations and materials from the catalogue/)).toBeTruthy();
    await userEvent.click(await button('Filters, 1 active'));
    const choice = await screen.findByRole('combobox', { name: 'Restoration' });
    expect(choice).toHaveProperty('value', MASK);
    await userEvent.click(choice);
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining([MASK, 'Crown']));
    expect(options.filter(({ textContent }) => textContent === MASK)).toHaveLength(1);
  });

  test('a support session reads a case without what changes or downloads it', async () => {
    await openCase({ support: READ });
    expect(await screen.findByRole('heading', { name: /Attachments/ })).toBeTruthy();
    expect(
      screen.queryByRole('button', { name: /Download|Share|Post|Edit|Delete|Printable|More actions/ }),
    ).toBeNull();
    expect(screen.queryByRole('button', { name: /Status/ })).toBeNull();
  });
});

test('the history names support for the person', async () => {
  const [entry] = HISTORY.entries;
  if (!entry) throw new Error('the fixture has entries');
  const opened = { ...entry, action: 'opened' as const, order: null, by_support: true };
  await openCase({}, { ...HISTORY, entries: [opened], next: null });
  expect(await screen.findByText(`Cusp support (for ${entry.person?.name})`)).toBeTruthy();
});
