// @vitest-environment happy-dom
import type { Connector } from '@cusp/contract/draft-fields';
import { caseHistory } from '@cusp/contract/history.routes';
import { PAGES } from '@cusp/contract/pages';
import { expect, test } from 'vitest';
import { CASE, ORDER, SHARED_CASE } from '../testing/golden.ts';
import { replied, troubleWithNewCodes } from '../testing/newer-server.ts';

const OPEN_CASE = `/cases/${CASE.no}`;
const ADDRESSES: string[] = [
  PAGES.dashboard,
  PAGES.cases,
  OPEN_CASE,
  '/case/209/edit',
  '/cases/new/5',
  PAGES.production,
  PAGES.inbox,
  PAGES.connections,
  PAGES.groups,
  PAGES.devices,
  PAGES.settings,
  PAGES.profile,
  PAGES.security,
  PAGES.privacy,
  PAGES.agreements,
  PAGES.account,
];

/** Two layers on the same teeth, of an order with a confirmed contradiction and a change of each kind. */
const CONNECTORS: Connector[] = [
  { teeth: [11, 21], layer: 'final', joined: true },
  { teeth: [11, 21], layer: 'provisional', joined: false },
];
const RESTORATIONS = CASE.restorations.map((each) => ({ ...each, arch: 'upper', meant: ['tooth_twice'] }));
const CHANGES = [
  { field: 'sex', from: 'M', to: 'F' },
  { field: 'numberSystem', from: 'FDI', to: 'Universal' },
  { field: 'connector', from: CONNECTORS[0], to: { ...CONNECTORS[0], joined: false } },
  { field: 'restoration', from: null, to: { ...ORDER.fields.restorations[0], teeth: [], arch: 'upper' } },
];
const PROPOSAL = {
  id: 5,
  state: 'open',
  version: 1,
  by: 'Amy Mate',
  at: CASE.published_date,
  changes: CHANGES,
  fields: ORDER.fields,
  answered_by: '',
  reason: '',
};
const RICH_CASE = {
  ...CASE,
  connectors: CONNECTORS,
  restorations: RESTORATIONS,
  patient: { ...CASE.patient, sex: 'F' },
  proposal: PROPOSAL,
};

const MORE = [
  replied('getCaseByNo', RICH_CASE),
  replied('sharedCase', { ...SHARED_CASE, connectors: CONNECTORS, restorations: RESTORATIONS }),
];

test.each(ADDRESSES)('codes of a newer server on %s have a text, and the screen stays', async (address) => {
  const trouble = await troubleWithNewCodes(address, {
    more: MORE,
    // The conversation is drawn after the rest of the case.
    last: address === OPEN_CASE ? [caseHistory] : [],
    // Each page begins with it; the settings show all of it.
    without: address === PAGES.settings ? [] : ['checkSession'],
  });
  expect(trouble).toEqual([]);
});

test.each([`${PAGES.shareCase}#token`, PAGES.handoff])(
  'codes of a newer server on %s have a text, and the screen stays, for visitors',
  async (address) => {
    expect(await troubleWithNewCodes(address, { more: MORE, options: { as: null } })).toEqual([]);
  },
);
