import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAFF_FLAGS } from '@cusp/contract/staff.routes';
import { LANGUAGES } from '@cusp/text/languages';
import { expect, test } from 'vitest';
import { adminEntries, isInArea } from './admin-navigation.ts';

test.each([
  ['/adm/registration', ['registrations']],
  ['/adm/registration/info/7', ['registrations']],
  ['/adm/registration/tickets', ['tickets']],
  ['/adm/users/7', ['users']],
  ['/adm/group/7', ['users']],
  ['/adm/user-locations', ['userLocations']],
  ['/adm/lab', ['labs']],
  ['/adm/lab/7', ['labs']],
  ['/adm/labs', ['labs']],
])('%s is a page of %s alone', (pathname, areas) => {
  const found = adminEntries(STAFF_FLAGS).filter((entry) => isInArea(entry, pathname));
  expect(found.map(({ label }) => label)).toEqual(areas);
});

const LANGUAGE_FILES = join(import.meta.dirname, '../../../../languages');

/** Text key of the title of each page. */
const TITLES = {
  dashboard: ['admin-dashboard', 'title'],
  devices: ['staff-devices', 'title'],
  factoryRegistration: ['staff-devices', 'factory', 'title'],
  registrations: ['staff-devices', 'registrations', 'title'],
  support: ['support', 'staff', 'title'],
  tickets: ['admin-tickets', 'title'],
  partnerFeatures: ['admin-features', 'title'],
  users: ['staff-users', 'title'],
  userLocations: ['user-locations', 'title'],
  cases: ['admin-parties', 'cases', 'title'],
  connections: ['admin-parties', 'connections', 'title'],
  labs: ['admin-labs', 'title'],
} as const;

test.each(LANGUAGES)('the menu names pages in %s by their titles', (language) => {
  const textOf = (file: string, ...keys: string[]) =>
    keys.reduce(
      (texts, key) => texts[key],
      JSON.parse(readFileSync(join(LANGUAGE_FILES, language, `${file}.json`), 'utf8')),
    );
  for (const [label, place] of Object.entries(TITLES)) {
    const [file, ...keys] = place;
    expect(textOf('admin', 'nav', label)).toBe(textOf(file, ...keys));
  }
});
