// @vitest-environment happy-dom
import { PAGES } from '@cusp/contract/pages';
import { expect, test, vi } from 'vitest';
import { troubleWithNewCodes } from '../../testing/newer-server.ts';
import { DENTIST } from '../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/users'));

const STAFF = { as: { ...DENTIST, is_staff: true, is_device_manager: true, is_sales_manager: true } };

test.each([
  PAGES.admDashboard,
  PAGES.admDevices,
  PAGES.admRegistrations,
  PAGES.admDevice.replace(':deviceId', '31'),
  PAGES.admTickets,
  PAGES.admPartnerFeatures,
  PAGES.admCases,
  PAGES.admConnections,
  PAGES.admGroup.replace(':gid', '31'),
  PAGES.admUsers,
  PAGES.admUserLocations,
  PAGES.admUser.replace(':uid', '31'),
  PAGES.admSupport,
  PAGES.admLabs,
  PAGES.admLab.replace(':id', '31'),
])('codes of a newer server on %s have a text, and the screen stays', async (address) => {
  expect(await troubleWithNewCodes(address, { options: STAFF, without: ['checkSession'] })).toEqual([]);
});
