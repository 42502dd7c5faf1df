import { STAFF_FLAGS } from '@cusp/contract/staff.routes';
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
