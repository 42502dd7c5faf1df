import type { AppInfo } from '@cusp/contract/brand';
import { listViews } from '@cusp/contract/case-views.routes';
import { needyCases, statusCounts, todayCounts } from '@cusp/contract/dashboard.routes';
import type { User } from '@cusp/contract/identity';
import { countInbox } from '@cusp/contract/inbox.routes';
import { listTemplates } from '@cusp/contract/order-templates.routes';
import { caseSteps } from '@cusp/contract/production.routes';
import { alarms } from '@cusp/contract/profile.routes';
import { listShipments } from '@cusp/contract/shipping.routes';
import type { SupportInfo } from '@cusp/contract/sign-in';
import { checkSession } from '@cusp/contract/sign-in.routes';
import { listStatements } from '@cusp/contract/statements.routes';
import type { Language } from '@cusp/contract/wire';
import { recipientCalendar, showWorkCalendar } from '@cusp/contract/work-calendar.routes';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig, render } from '@testing-library/react';
import * as React from 'react';
import { expect, vi } from 'vitest';
import brand from '../../../contract/fixtures/brand.json';
import { App } from '../app/App.tsx';
import { prepare } from '../app/prepare.ts';
import { loadAppInfo } from '../brand/app-info.ts';
import { localTimeZone } from '../client/local-time.ts';
import { writePersonal } from '../client/personal-storage.ts';
import { restoreSession } from '../client/session/session.ts';
import { setSession } from '../client/session/session-store.ts';
import { showLanguage, startI18n } from '../i18n/i18n.ts';
import { endAllUndo } from '../ui/undo-offers.ts';
import { FakeEventSource } from './fake-event-source.ts';
import { type Answer, FakeNetwork, replies } from './replies.ts';

export const DENTIST: User = {
  id: 1,
  idb64: 'MQ',
  email: 'anna.berg@cusp.example',
  first_name: 'Anna',
  last_name: 'Berg',
  name: 'Anna Berg',
  picture: null,
  social_auth: false,
  social_provider: null,
  inst_type_guessed: 'Clinic',
  has_sharegroup: false,
  is_device_manager: false,
  is_sales_manager: false,
  is_staff: false,
  is_device_user_viewer: false,
  is_device_rental_manager: false,
  settings: {
    use_auto_refresh: true,
    post_publish_email: true,
    post_edit_email: true,
    comment_add_email: true,
    comment_edit_email: true,
    _3d_projection: 'perspective',
    data_location: 'EU',
    data_loc_set: true,
    data_loc_set_date: null,
    data_migrated: false,
    language: 'en',
    shortcuts: { on: true, keys: {} },
    inbox_off: [],
    push_kinds: ['mention', 'assignment', 'request', 'deadline'],
  },
};

const sessionOf = (user: User, support?: SupportInfo, isGuest = false) =>
  replies(checkSession, {
    access: 'token',
    uid: user.idb64,
    user_loc: isGuest ? 'US' : 'EU',
    server_loc: 'EU',
    ...(isGuest ? { guest: true as const } : {}),
    user,
    session: {
      idle_minutes: 30,
      ends_at: new Date(Date.now() + 8 * 3_600_000).toISOString(),
      unsecured: false,
    },
    ...(support ? { support } : {}),
  });

const WEEK = {
  zone: localTimeZone(),
  workDays: [1, 2, 3, 4, 5],
  closedDays: [],
  productionDays: 5,
  shippingDays: 2,
};

/**
 * Requests of the shell around every screen of a signed-in person, of the title and list of the cases, and of each
 * case.
 */
const SHELL = [
  replies(alarms, { contacts: [], sg_users: [] }),
  replies(countInbox, { unread: 0, wakes_in: null }),
  replies(statusCounts, { status_counts: { open: 2, inprog: 0, completed: 0, reopened: 0, closed: 0 } }),
  replies(todayCounts, { day: '2026-11-22', unread: 0, soon: 0, overdue: 0 }),
  replies(needyCases, { cases: [] }),
  replies(listViews, { views: [], can_share: false }),
  replies(listTemplates, { templates: [], can_share: false }),
  replies(listStatements, { statements: [], may_issue: false }),
  replies(listShipments, { shipments: [], may_ship: false }),
  replies(caseSteps, {
    no: '',
    is_maker: true,
    steps: [],
    done: 0,
    total: 0,
    next: null,
    may_mark: true,
    view: 'nothing',
  }),
  // Settings and order forms ask for working days.
  replies(showWorkCalendar, {
    calendar: WEEK,
    has_zone: true,
    country_zones: [],
    version: 0,
    may_change: true,
  }),
  replies(recipientCalendar, { calendar: WEEK }),
];

// React takes a stack trace of every element for its warnings unless it has already taken enough: a sixth of a test's
// time (profile of the forms of sign-up and new cases).
const internals: object = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

const { getElementError } = getConfig();
configure({
  // Ends only hanging tests, because a busy machine may take long.
  asyncUtilTimeout: 20_000,
  // A wait prints the page once more when it gives up. Printing it at each attempt too takes a tenth of a test's time.
  getElementError: (message, container) => {
    const isTrying = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    // Without a message it prints one of several matching elements.
    if (!isTrying || message === null) return getElementError(message, container);
    return Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
  },
});

let network: FakeNetwork | null = null;

/** Prepares the window of a test file for the application; the files of a process share it. */
export async function prepareWindow(): Promise<void> {
  if (document.getElementById('app-info')) return;
  // happy-dom compares every rule with every element. The only sheets here are Mantine's colours and sizes.
  if (navigator.userAgent.includes('HappyDOM'))
    Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { value: null });
  // Growing text areas listen to the fonts, which happy-dom does not have.
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  const info = document.createElement('script');
  info.id = 'app-info';
  info.type = 'application/json';
  document.head.append(info);
  await startI18n();
}

/** Unmounts what a test opened, and fails the test if the screen sent a request without a reply. */
export function closeScreen(): void {
  cleanup();
  // Mantine keeps the node of its portals; left over, dialogs would precede the page of the next test.
  document.body.replaceChildren();
  // Offers outlive their screen if they were not rendered yet, and Ctrl+Z of the next test would take them.
  endAllUndo();
  notifications.clean();
  // Also empties the query cache.
  setSession({ status: 'out', left: false });
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  const unanswered = network?.unanswered ?? [];
  network = null;
  expect(unanswered, 'requests without an answer').toEqual([]);
}

/** The layout of a large screen, which the window of these tests is not; until the end of the test. */
export const onDesktop = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('min-width: 992px'),
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));

interface Options {
  /** Null for a signed-out visitor. */
  as?: User | null;
  language?: Language;
  /** Differences from the default site. */
  site?: Partial<AppInfo>;
  /** Staff act for the person. */
  support?: SupportInfo;
  /** The person visits from the other region. */
  isGuest?: boolean;
}

/** A site whose people choose between two storage regions. */
export const TWO_REGIONS: Partial<AppInfo> = { other_region_url: 'https://us.cusp.example' };

/**
 * Opens the application at an address, like a browser: same providers, routes and session. Only the network is
 * replaced, by replies that the contract allows; a later reply for an endpoint replaces an earlier one. The test fails
 * on a request without a reply.
 */
export async function openScreen(
  address: string,
  answers: readonly Answer[] = [],
  { as = DENTIST, language = 'en', site = {}, support, isGuest = false }: Options = {},
): Promise<FakeNetwork> {
  const opened = new FakeNetwork([...(as ? [sessionOf(as, support, isGuest), ...SHELL] : []), ...answers]);
  network = opened;
  vi.stubGlobal('fetch', opened.fetch);
  vi.stubGlobal('EventSource', FakeEventSource);
  history.pushState(null, '', address);
  const info = document.getElementById('app-info');
  if (info) info.textContent = JSON.stringify({ ...brand.appInfo.reply, ...site });
  await loadAppInfo();
  if (as) writePersonal('user', { id: as.id, name: as.name });
  await Promise.all([showLanguage(language), restoreSession(), prepare(address, as !== null)]);
  render(<App />);
  return opened;
}
