import type { Connection, DentalLab } from '@cusp/contract/connections';
import { expect, test } from 'vitest';
import { countriesOf, filterLabs, isLongName, labStates, labsIn } from './lab-filter.ts';

const lab = (more: Partial<DentalLab>): DentalLab => ({
  id: 1,
  user: 1,
  name: '',
  email: '',
  company_name: '',
  company_address: '',
  contact_name: '',
  contact_email: '',
  contact_phone: '',
  lab_logo: null,
  country: 'DE',
  country_name: 'Germany',
  ...more,
});

const labs = [
  lab({ id: 1, company_name: 'Zahntechnik Müller', email: 'm@lab.example' }),
  lab({ id: 2, company_name: '서울 치과기공소', country: 'KR', country_name: 'South Korea' }),
  lab({ id: 3, company_name: 'Łódź Lab', contact_name: 'José', country: 'PL', country_name: 'Poland' }),
];
const found = (search: string, country: string | null = null) =>
  filterLabs(labs, search, country).map(({ id }) => id);

test.each([
  ['', [1, 2, 3]],
  ['muller', [1]],
  ['MÜLLER', [1]],
  ['서울', [2]],
  ['jose', [3]],
  ['korea', [2]],
  ['nobody', []],
])('the search %j finds %j', (search, ids) => expect(found(search)).toEqual(ids));

test('a country narrows the labs further', () => {
  expect(found('', 'PL')).toEqual([3]);
  expect(found('muller', 'PL')).toEqual([]);
});

test('countries are listed once, by name', () => {
  expect(countriesOf([...labs, lab({ id: 4 })], 'en').map(({ value }) => value)).toEqual(['DE', 'PL', 'KR']);
});

test('a lab is taken only by the reader’s own connection or open request', () => {
  const entry = (more: Partial<Connection>) =>
    ({ email: 'M@lab.example', is_owner: true, ...more }) as Connection;
  const [muller] = labs as [DentalLab];
  const stateWith = (lists: Partial<Record<'pending' | 'accepted' | 'locked', Connection[]>>) =>
    labStates({ pending: [], accepted: [], locked: [], ...lists })(muller);
  expect(labStates(undefined)(muller)).toBe('free');
  expect(stateWith({ accepted: [entry({ status: 'ACCD' })] })).toBe('connected');
  expect(stateWith({ locked: [entry({ status: 'ACCD' })] })).toBe('connected');
  expect(stateWith({ accepted: [entry({ status: 'ACCD', is_owner: false })] })).toBe('free');
  expect(stateWith({ pending: [entry({ status: 'REQD' })] })).toBe('requested');
  expect(stateWith({ pending: [entry({ status: 'REJD' })] })).toBe('free');
});

test('a name of 25 characters is long, one of 24 is not', () => {
  expect([isLongName('x'.repeat(24)), isLongName('x'.repeat(25))]).toEqual([false, true]);
  expect(isLongName('👩‍⚕️'.repeat(2))).toBe(false);
});

test('countries are named in the language of the page, not the account’s', () => {
  expect(labsIn('de', labs).map(({ country_name }) => country_name)).toEqual([
    'Deutschland',
    'Südkorea',
    'Polen',
  ]);
  expect(labsIn('de', [lab({ country: '' })])[0]?.country_name).toBe('');
});
