import '@mantine/core/styles.layer.css';
import '../../ui/styles/base.css';
import '../../ui/styles/touch.css';
import type { Route } from '@cusp/contract/endpoint';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listExports } from '@cusp/contract/list-exports.routes';
import { PAGES } from '@cusp/contract/pages';
import { listFeatures } from '@cusp/contract/partner-features.routes';
import { staffMoves } from '@cusp/contract/region-move.routes';
import { listSheets } from '@cusp/contract/sheets.routes';
import { getStaffDevice, listStaffDevices } from '@cusp/contract/staff-devices.routes';
import { getStaffLab, listStaffLabs } from '@cusp/contract/staff-labs.routes';
import { listUserRegistrations } from '@cusp/contract/staff-registrations.routes';
import { getStaffUser, listStaffUsers, listUserConnections } from '@cusp/contract/staff-users.routes';
import { approveStepReset } from '@cusp/contract/step-reset.routes';
import { listSupport, supportOptions } from '@cusp/contract/support.routes';
import { listTickets } from '@cusp/contract/tickets.routes';
import { peopleOfCountry, userLocations } from '@cusp/contract/user-locations.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import listExportsFixtures from '../../../../contract/fixtures/list-exports.json';
import features from '../../../../contract/fixtures/partner-features.json';
import regionMove from '../../../../contract/fixtures/region-move.json';
import sheets from '../../../../contract/fixtures/sheets.json';
import devices from '../../../../contract/fixtures/staff-devices.json';
import labs from '../../../../contract/fixtures/staff-labs.json';
import users from '../../../../contract/fixtures/staff-users.json';
import support from '../../../../contract/fixtures/support.json';
import tickets from '../../../../contract/fixtures/tickets.json';
import locations from '../../../../contract/fixtures/user-locations.json';
import { expectFits, expectReadable } from '../../testing/layout.ts';
import { type Answer, replies } from '../../testing/replies.ts';
import { DENTIST, openScreen, TWO_REGIONS } from '../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/users'));

/** Names without a line break opportunity, as long as a name may be. */
const LONG = {
  en: 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu',
  de: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ko: '김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리깡무두셀라구름이허리케인',
} as const;

/** Fields that people fill in. */
const FREE =
  /^(name|institution|company_name|company_address|contact_name|serial_no|model|address|city|phone|title|description|reason|text|by|requested_by|created_by|updated_by|ticket|filename|udi|recipient|email)$/;

/** A reply with the same long text in all fields that people fill in. */
function filled<T>(reply: T, text: string): T {
  if (Array.isArray(reply)) return reply.map((each) => filled(each, text)) as T;
  if (typeof reply !== 'object' || reply === null) return reply;
  return Object.fromEntries(
    Object.entries(reply).map(([key, value]) => [
      key,
      typeof value === 'string' && FREE.test(key) ? text : filled(value, text),
    ]),
  ) as T;
}

const answer =
  <R extends Route>(route: R, fixture: { reply: unknown }) =>
  (text: string): Answer =>
    replies(route, filled(fixture.reply as ReplyFrom<R>, text));

const entries = (text: string): Answer => {
  const [entry] = (support.supportOptions.reply as ReplyFrom<typeof supportOptions>).log;
  if (!entry) throw new Error('the fixture has no entry');
  const open = (['waiting', 'approved', 'running'] as const).map((state, id) => ({ ...entry, id, state }));
  return replies(listSupport, filled({ open, latest: open }, text));
};

/** A move in each state with a different line. */
const moves = (text: string): Answer => {
  const [move] = (regionMove.staffMoves.reply as ReplyFrom<typeof staffMoves>).moves;
  if (!move) throw new Error('the fixture has no move');
  const lines = [
    { is_paused: false },
    { is_paused: true },
    { step: 'failed', failure: 'no_room', ended_at: move.asked_at },
  ] as const;
  const id = (index: number) => `${index}${move.id.slice(1)}`;
  return replies(
    staffMoves,
    filled({ moves: lines.map((line, index) => ({ ...move, ...line, id: id(index) })) }, text),
  );
};

interface Shown {
  address: string;
  answers: readonly ((text: string) => Answer)[];
  site?: typeof TWO_REGIONS;
}

const SCREENS: Record<string, Shown> = {
  users: { address: PAGES.admUsers, answers: [answer(listStaffUsers, users.listStaffUsers)] },
  'a user': {
    address: PAGES.admUser.replace(':uid', '31'),
    answers: [
      answer(getStaffUser, users.getStaffUser),
      answer(listUserConnections, users.listUserConnections),
    ],
  },
  'user locations': {
    address: `${PAGES.admUserLocations}?country=DE`,
    answers: [
      answer(userLocations, locations.userLocations),
      answer(peopleOfCountry, locations.peopleOfCountry),
    ],
  },
  'moves between regions': {
    address: PAGES.admUserLocations,
    answers: [answer(userLocations, locations.userLocations), moves],
    site: TWO_REGIONS,
  },
  devices: { address: PAGES.admDevices, answers: [answer(listStaffDevices, devices.listStaffDevices)] },
  'registrations that wait': {
    address: `${PAGES.admRegistrations}?tab=waiting`,
    answers: [
      answer(listStaffDevices, devices.listStaffDevices),
      answer(listUserRegistrations, devices.listUserRegistrations),
    ],
  },
  'a device': {
    address: PAGES.admDevice.replace(':deviceId', '48'),
    answers: [answer(getStaffDevice, devices.getStaffDevice)],
  },
  'factory registration': {
    address: PAGES.admFactoryRegistration,
    answers: [answer(listSheets, sheets.listSheets)],
  },
  'partner features': {
    address: PAGES.admPartnerFeatures,
    answers: [answer(listFeatures, features.listFeatures), answer(listSheets, sheets.listSheets)],
  },
  tickets: { address: PAGES.admTickets, answers: [answer(listTickets, tickets.listTickets)] },
  labs: { address: PAGES.admLabs, answers: [answer(listStaffLabs, labs.listStaffLabs)] },
  'a lab': {
    address: PAGES.admLab.replace(':id', '15'),
    answers: [answer(getStaffLab, labs.getStaffLab)],
  },
  'support sessions': {
    address: `${PAGES.admSupport}?user=17`,
    answers: [entries, answer(supportOptions, support.supportOptions)],
  },
};

const EVERY_KIND = {
  ...DENTIST,
  is_staff: true,
  is_sales_manager: true,
  is_device_manager: true,
};

test.each(
  Object.entries(SCREENS).flatMap(([name, shown]) =>
    (['en', 'de', 'ko'] as const).map((language) => ({ name, ...shown, language })),
  ),
)(
  '$name: all fits at 390 px with long texts, $language',
  async ({ address, answers, site = {}, language }) => {
    expect(innerWidth).toBe(390);
    const text = LONG[language];
    const given = [...answers, answer(listExports, listExportsFixtures.listExports)];
    await openScreen(
      address,
      given.map((each) => each(text)),
      { as: EVERY_KIND, site, language },
    );
    const main = await screen.findByRole('main');
    await within(main).findByRole('heading', { level: 1 });
    await waitFor(() => {
      const texts = [...main.querySelectorAll('input')].map(({ value }) => value);
      expect(main.textContent + texts.join()).toContain(address === PAGES.admFactoryRegistration ? '' : text);
    });
    await waitFor(expectFits);
    if (language === 'en') await expectReadable();
  },
);

test('after an approval the focus stays in the card of the request', async () => {
  const user = userEvent.setup();
  const detail = users.getStaffUser.reply as unknown as ReplyFrom<typeof getStaffUser>;
  const reset = {
    id: 95,
    state: 'requested',
    reason: 'Phone stolen',
    requested_by: 'Stella Staff',
    is_own: false,
    requested_at: '2026-11-22T09:00:00.000Z',
    approved_by: null,
    approved_at: null,
    due_at: null,
    ended_at: null,
  } as const;
  const shows = (more: Partial<NonNullable<typeof detail.second_step_reset>>) =>
    replies(getStaffUser, {
      ...detail,
      state: 'active',
      block: null,
      second_step_reset: { ...reset, ...more },
    });
  const network = await openScreen(
    PAGES.admUser.replace(':uid', '31'),
    [shows({}), answer(listUserConnections, users.listUserConnections)('x')],
    { as: EVERY_KIND },
  );
  const card = await screen.findByRole('region', { name: 'Lost second step' });
  within(card).getByRole('button', { name: 'Approve' }).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  network.answer(shows({ state: 'waiting', approved_by: 'Sam', due_at: '2099-11-23T09:00:00.000Z' }));
  network.answer(replies(approveStepReset, { due_at: '2099-11-23T09:00:00.000Z' }));
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(within(card).queryByRole('button', { name: 'Approve' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(card));
});

test('at 1440 px and below the navigation shows icons with their names as hints, until it is expanded', async () => {
  await page.viewport(1440, 900);
  const user = userEvent.setup();
  await openScreen(
    PAGES.admUsers,
    [
      answer(listStaffUsers, users.listStaffUsers)('Anna'),
      answer(listExports, listExportsFixtures.listExports)('Anna'),
    ],
    {
      as: EVERY_KIND,
    },
  );
  const link = await screen.findByRole('link', { name: 'Users' });
  const panel = screen.getByRole('complementary');
  expect(panel.offsetWidth).toBe(64);
  await user.hover(link);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Users');
  await user.click(screen.getByRole('button', { name: 'Expand panel' }));
  expect(panel.offsetWidth).toBe(256);
  await page.viewport(390, 844);
});

test('on a phone the choice of sort and columns is a dialog with a name, and links of rows are large enough', async () => {
  await openScreen(
    PAGES.admUsers,
    [
      answer(listStaffUsers, users.listStaffUsers)('Anna'),
      answer(listExports, listExportsFixtures.listExports)('Anna'),
    ],
    { as: EVERY_KIND },
  );
  const [row] = await screen.findAllByRole('listitem');
  const link = within(row as HTMLElement).getByRole('link');
  expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Columns and rows' }));
  expect(await screen.findByRole('dialog', { name: 'Columns and rows' })).toBeTruthy();
});

test('on a phone the navigation is a dialog, and the page keeps one banner', async () => {
  await openScreen(
    PAGES.admUsers,
    [
      answer(listStaffUsers, users.listStaffUsers)('Anna'),
      answer(listExports, listExportsFixtures.listExports)('Anna'),
    ],
    { as: EVERY_KIND },
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Open menu' }));
  const dialog = await screen.findByRole('dialog', { name: 'Administration' });
  expect(within(dialog).getByRole('link', { name: 'Users' })).toBeTruthy();
  expect(within(dialog).queryByRole('banner')).toBeNull();
});
