import { PAGES } from '@cusp/contract/pages';
import type { Page } from '@playwright/test';
import { orderCrown, takeMore } from '../support/case-form.ts';
import { DEMO } from '../support/people.ts';
import type { Screen } from './screens.ts';

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Opens a menu and takes one of its items. */
const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole('menuitem', { name: item }).first().click();
};

/** A closed case of the demo, which nobody changes. */
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
];
