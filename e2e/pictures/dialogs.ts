import { PAGES } from '@cusp/contract/pages';
import type { Page } from '@playwright/test';
import { orderCrown, takeMore } from '../support/case-form.ts';
import { DEMO } from '../support/people.ts';
import type { Screen } from './screens.ts';

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Opens a menu and activates one of its items. */
const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole('menuitem', { name: item }).first().click();
};

/** Selects the first case of the list for a change of several cases. */
const bulk = (what: string) => async (page: Page) => {
  await press('Select cases for an action')(page);
  await page
    .getByRole('checkbox', { name: /^Select case / })
    .first()
    .check();
  await page.getByRole('toolbar').getByRole('button', { name: what, exact: true }).click();
  await page.getByRole('dialog').getByRole('progressbar').waitFor({ state: 'detached' });
};

/** Shows the cases in another layout and opens the menu of the first card. */
const cardMenu = (layout: string) => async (page: Page) => {
  await page.getByText(layout, { exact: true }).first().click({ force: true });
  await page.locator('[data-menu]').first().click();
};

/** A closed case of the demo, which no other step changes. */
const CLOSED = `${PAGES.cases}?status=Closed`;
const { dentist, lab } = DEMO;

/** Dialogs and menus above a screen, for the check by axe; pictures are made of screens only. */
export const DIALOGS: readonly Screen[] = [
  { name: 'menu-of-person', title: '', person: dentist, path: PAGES.dashboard, prepare: press(/^Menu of/) },
  { name: 'menu-of-status', title: '', person: lab, path: PAGES.cases, prepare: press(/^Status/) },
  { name: 'menu-of-views', title: '', person: lab, path: PAGES.cases, prepare: press(/^Views/) },
  { name: 'menu-of-case', title: '', person: dentist, path: CLOSED, prepare: press('More actions') },
  {
    name: 'menu-of-templates',
    title: '',
    person: dentist,
    path: PAGES.newCase,
    prepare: press('Templates'),
  },
  {
    name: 'palette',
    title: '',
    person: lab,
    path: PAGES.cases,
    prepare: (page) => page.keyboard.press('Control+k'),
  },
  {
    name: 'shortcuts',
    title: '',
    person: lab,
    path: PAGES.cases,
    prepare: (page) => page.keyboard.press('?'),
  },
  {
    name: 'filters-chosen',
    title: '',
    person: lab,
    path: PAGES.cases,
    async prepare(page) {
      await press(/^Filters/)(page);
      await page.getByRole('dialog').getByText('Open', { exact: true }).click();
    },
  },
  {
    name: 'save-view',
    title: '',
    person: lab,
    path: `${PAGES.cases}?due=overdue`,
    prepare: choose(/^Views?/, /^Save these filters/),
  },
  { name: 'comment', title: '', person: lab, path: PAGES.cases, prepare: press('Post a Comment') },
  { name: 'share', title: '', person: dentist, path: CLOSED, prepare: (page) => takeMore(page, 'Share') },
  {
    name: 'save-template',
    title: '',
    person: dentist,
    path: CLOSED,
    prepare: (page) => takeMore(page, 'Save as template'),
  },
  {
    name: 'file-details',
    title: '',
    person: dentist,
    path: CLOSED,
    prepare: press(/^Details/),
  },
  {
    name: 'order-with-list',
    title: '',
    person: dentist,
    path: PAGES.newCase,
    async prepare(page) {
      await orderCrown(page);
      await press('Send case')(page);
    },
  },
  { name: 'invite', title: '', person: dentist, path: PAGES.groups, prepare: press(/^Invite/) },
  { name: 'bulk-status', title: '', person: lab, path: PAGES.cases, prepare: bulk('Status') },
  { name: 'bulk-assignee', title: '', person: lab, path: PAGES.cases, prepare: bulk('Assignee') },
  { name: 'bulk-download', title: '', person: lab, path: PAGES.cases, prepare: bulk('Download') },
  { name: 'menu-of-card', title: '', person: lab, path: PAGES.cases, prepare: cardMenu('Board') },
  { name: 'menu-of-day', title: '', person: dentist, path: PAGES.cases, prepare: cardMenu('Calendar') },
  {
    name: 'dates-of-filter',
    title: '',
    person: lab,
    path: PAGES.cases,
    prepare: async (page) => {
      await press(/^Filters/)(page);
      await press(/^Order sent from/)(page);
    },
  },
  {
    name: 'assignee',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('Change assignee'),
  },
  {
    name: 'reactions',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('React'),
  },
  {
    name: 'delete-comment',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('Delete comment'),
  },
  {
    name: 'history',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('History'),
  },
  {
    name: 'shipment',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('Add shipment'),
  },
  {
    name: 'statement',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('Issue statement'),
  },
  {
    name: 'photos-by-phone',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('Add photos with your phone'),
  },
  {
    name: 'preview',
    title: '',
    person: lab,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press(/^Show Preview3D/),
  },
  {
    name: 'delete-file',
    title: '',
    person: dentist,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press(/^Delete scan-upperjaw/),
  },
  {
    name: 'close-case',
    title: '',
    person: dentist,
    path: `${PAGES.cases}?status=Completed`,
    prepare: press('Close'),
  },
  {
    name: 'steps-of-restorations',
    title: '',
    person: lab,
    path: PAGES.production,
    prepare: press(/: For these restorations, Design$/),
  },
  {
    name: 'menu-of-connection',
    title: '',
    person: dentist,
    path: PAGES.connections,
    prepare: press('Actions for Lena Hoff'),
  },
  {
    name: 'connection-info',
    title: '',
    person: dentist,
    path: PAGES.connections,
    prepare: choose('Actions for Lena Hoff', 'Info'),
  },
  {
    name: 'connection-alias',
    title: '',
    person: dentist,
    path: PAGES.connections,
    prepare: choose('Actions for Lena Hoff', 'Edit'),
  },
  {
    name: 'remove-connection',
    title: '',
    person: dentist,
    path: PAGES.connections,
    prepare: choose('Actions for Lena Hoff', 'Remove'),
  },
  {
    name: 'create-connection',
    title: '',
    person: dentist,
    path: PAGES.connections,
    prepare: press('Create New Connection'),
  },
  {
    name: 'choose-partner',
    title: '',
    person: dentist,
    path: PAGES.connections,
    prepare: async (page) => {
      await press('Create New Connection')(page);
      await page.getByRole('tab', { name: 'Select a Partner' }).click();
    },
  },
  { name: 'name-of-group', title: '', person: dentist, path: PAGES.groups, prepare: press('Edit group') },
  { name: 'delete-group', title: '', person: dentist, path: PAGES.groups, prepare: press('Delete group') },
  { name: 'make-owner', title: '', person: dentist, path: PAGES.groups, prepare: press('Offer ownership') },
  { name: 'remove-member', title: '', person: dentist, path: PAGES.groups, prepare: press(/^Remove/) },
  { name: 'register-scanner', title: '', person: dentist, path: PAGES.settings, prepare: press('Register') },
  {
    name: 'close-account',
    title: '',
    person: dentist,
    path: PAGES.settings,
    prepare: press('Close account'),
  },
  { name: 'days-off', title: '', person: dentist, path: PAGES.settings, prepare: press('Choose days') },
  { name: 'snooze', title: '', person: dentist, path: PAGES.inbox, prepare: press('Snooze') },
  { name: 'set-up-app', title: '', person: lab, path: PAGES.security, prepare: press('Set up') },
  { name: 'add-passkey', title: '', person: lab, path: PAGES.security, prepare: press('Add passkey') },
  { name: 'let-support-in', title: '', person: lab, path: PAGES.security, prepare: press('Let support in') },
  {
    name: 'end-sessions',
    title: '',
    person: lab,
    path: PAGES.security,
    prepare: press('Sign out everywhere else'),
  },
];
