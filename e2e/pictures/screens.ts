import { randomUUID } from 'node:crypto';
import { ADM_PATHS, PAGES } from '@cusp/contract/pages';
import type { Page } from '@playwright/test';
import { orderCrown } from '../support/case-form.ts';
import { asPerson, DEMO } from '../support/people.ts';

export interface Screen {
  name: string;
  /** Caption in the index. */
  title: string;
  /** A person of the demo practice; without one the screen is public. */
  person?: string;
  path: string | (() => Promise<string>);
  /** Opens a dialog or fills something in. */
  prepare?(page: Page): Promise<unknown>;
  /** Widths other than the three of every screen. */
  widths?: readonly number[];
}

const STAFF = 'stella.staff@cusp.example';
const DEVICES = 'dana.device@cusp.example';
const RENTAL = 'rita.rental@cusp.example';

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Shows the cases in another layout. */
const pressLayout = (name: string) => async (page: Page) => {
  await page.getByText(name, { exact: true }).first().click({ force: true });
  await page.locator('[data-card]').first().waitFor();
};

/** Waits for the open case, which phones do not show beside the list. */
const waitForCase = async (page: Page) => {
  const isListAlone = new URL(page.url()).pathname === PAGES.cases && (page.viewportSize()?.width ?? 0) < 992;
  if (!isListAlone) await page.getByRole('textbox', { name: /^Write a comment/ }).waitFor();
};

/** The page of the first case of a person's list. */
const firstCase =
  (person: string, query = '') =>
  async () => {
    const { posts } = await asPerson<{ posts: { no: string }[] }>(person, 'GET', `/cases/?${query}`);
    return `${PAGES.cases}/${posts[0]?.no ?? ''}`;
  };

/** The page of a new link to the first of a person's cases. */
const sharedCase = (person: string) => async () => {
  const { posts } = await asPerson<{ posts: { id: number }[] }>(person, 'GET', '/cases/?status=Closed');
  const link = { key: randomUUID(), recipient: 'Dr. Miller', days: 7, allows_download: true };
  const { token } = await asPerson<{ token: string }>(person, 'POST', `/cases/${posts[0]?.id}/share/`, link);
  return `${PAGES.shareCase}#${token}`;
};

/** Opens the page of the first row of a list. */
const openFirst = (link: string) => async (page: Page) => {
  await page.locator(`main a[href^="${link}"]`).first().click();
  await page.waitForURL((address) => address.pathname.startsWith(link));
};

/** Every screen, in the order of the index. */
export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', title: 'Sign in', path: PAGES.login },
  { name: 'sign-up', title: 'Sign up', path: PAGES.signup },
  { name: 'password', title: 'Forgotten password', path: PAGES.passwordLink },
  { name: 'link-expired', title: 'A link that has expired', path: '/password-reset/none' },
  { name: 'not-found', title: 'Unknown address', path: '/no/such/page' },
  { name: 'dashboard-clinic', title: 'Dashboard of a clinic', person: DEMO.dentist, path: PAGES.dashboard },
  { name: 'dashboard-lab', title: 'Dashboard of a lab', person: DEMO.lab, path: PAGES.dashboard },
  { name: 'sample-case', title: 'Sample case for newcomers', person: DEMO.dentist, path: PAGES.sampleCase },
  { name: 'cases', title: 'List of cases', person: DEMO.lab, path: PAGES.cases, prepare: waitForCase },
  {
    name: 'filters',
    title: 'Filters of the list',
    person: DEMO.lab,
    path: PAGES.cases,
    prepare: press(/^Filters/),
  },
  {
    name: 'case',
    title: 'A case',
    person: DEMO.lab,
    path: firstCase(DEMO.lab),
    prepare: waitForCase,
  },
  {
    name: 'board',
    title: 'Board of cases by status',
    person: DEMO.lab,
    path: PAGES.cases,
    prepare: pressLayout('Board'),
  },
  {
    name: 'calendar',
    title: 'Calendar of cases by delivery date',
    person: DEMO.lab,
    path: PAGES.cases,
    prepare: pressLayout('Calendar'),
  },
  { name: 'production', title: 'Steps of production at a lab', person: DEMO.lab, path: PAGES.production },
  { name: 'shared-case', title: 'A case for somebody without an account', path: sharedCase(DEMO.dentist) },
  { name: 'inbox', title: 'Inbox', person: DEMO.lab, path: PAGES.inbox },
  {
    name: 'viewer',
    title: '3D view',
    person: DEMO.dentist,
    path: `${PAGES.cases}?status=Closed`,
    widths: [1440],
    async prepare(page) {
      await page.getByRole('button', { name: 'Show 3D' }).first().click();
      const stage = page.getByRole('dialog', { name: '3D viewer' });
      await stage
        .getByRole('button', { name: /^Show / })
        .first()
        .waitFor({ timeout: 120_000 });
      await page.waitForTimeout(3_000);
    },
  },
  { name: 'new-case', title: 'New case', person: DEMO.dentist, path: PAGES.newCase },
  {
    name: 'new-case-crown',
    title: 'New case with a crown',
    person: DEMO.dentist,
    path: PAGES.newCase,
    prepare: orderCrown,
  },
  { name: 'connections', title: 'Connections', person: DEMO.dentist, path: PAGES.connections },
  {
    name: 'connection-create',
    title: 'Create a connection',
    person: DEMO.dentist,
    path: PAGES.connections,
    prepare: press('Create New Connection'),
  },
  { name: 'group', title: 'Group', person: DEMO.dentist, path: PAGES.groups },
  { name: 'help', title: 'Help', path: PAGES.help },
  { name: 'help-article', title: 'An article of the help', path: `${PAGES.help}/send-a-case` },
  { name: 'settings', title: 'Settings', person: DEMO.dentist, path: PAGES.settings },
  { name: 'profile', title: 'Profile', person: DEMO.dentist, path: PAGES.profile },
  { name: 'security', title: 'Security', person: DEMO.dentist, path: PAGES.security },
  { name: 'change-password', title: 'Change password', person: DEMO.dentist, path: PAGES.changePassword },
  { name: 'privacy', title: 'Privacy of a practice', person: DEMO.dentist, path: PAGES.privacy },
  { name: 'agreements', title: 'Agreements', person: DEMO.dentist, path: PAGES.agreements },
  { name: 'scanners', title: 'Scanners of a rental manager', person: RENTAL, path: PAGES.devices },
  { name: 'account', title: 'Menu of a person', person: DEMO.dentist, path: PAGES.account, widths: [390] },
  { name: 'staff-dashboard', title: 'Administration: dashboard', person: STAFF, path: ADM_PATHS.dashboard },
  { name: 'staff-users', title: 'Administration: users', person: STAFF, path: ADM_PATHS.users },
  {
    name: 'staff-user',
    title: 'Administration: a user',
    person: STAFF,
    path: ADM_PATHS.users,
    prepare: openFirst('/adm/users/'),
  },
  {
    name: 'staff-locations',
    title: 'Administration: users by country',
    person: STAFF,
    path: ADM_PATHS.userLocations,
  },
  { name: 'staff-cases', title: 'Administration: cases', person: STAFF, path: ADM_PATHS.cases },
  {
    name: 'staff-connections',
    title: 'Administration: connections',
    person: STAFF,
    path: ADM_PATHS.connections,
  },
  { name: 'staff-labs', title: 'Administration: labs', person: STAFF, path: ADM_PATHS.labs },
  {
    name: 'staff-lab',
    title: 'Administration: a lab',
    person: STAFF,
    path: ADM_PATHS.labs,
    prepare: openFirst('/adm/lab/'),
  },
  { name: 'staff-new-lab', title: 'Administration: register a lab', person: STAFF, path: ADM_PATHS.newLab },
  { name: 'staff-tickets', title: 'Administration: tickets', person: STAFF, path: ADM_PATHS.tickets },
  {
    name: 'staff-support',
    title: 'Administration: support sessions',
    person: STAFF,
    path: ADM_PATHS.support,
  },
  { name: 'staff-devices', title: 'Administration: devices', person: DEVICES, path: ADM_PATHS.devices },
  {
    name: 'staff-registrations',
    title: 'Administration: registrations',
    person: DEVICES,
    path: ADM_PATHS.registrations,
  },
  {
    name: 'staff-factory-registration',
    title: 'Administration: factory registration',
    person: DEVICES,
    path: ADM_PATHS.factoryRegistration,
  },
  {
    name: 'staff-device',
    title: 'Administration: a device',
    person: DEVICES,
    path: ADM_PATHS.devices,
    prepare: openFirst('/adm/registration/info/'),
  },
  {
    name: 'staff-partner-features',
    title: 'Administration: partner features',
    person: DEVICES,
    path: ADM_PATHS.partnerFeatures,
  },
  { name: 'design', title: 'Tokens and shared parts', path: PAGES.devDesign },
];
