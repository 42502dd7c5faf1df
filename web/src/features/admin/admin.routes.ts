import { PAGES } from '@cusp/contract/pages';
import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import type { AdminRoute } from '../../client/screen-route.ts';

const labForm = {
  guard: 'staff',
  flags: STAFF_AREAS.labs,
  screen: () => import('./labs/LabScreen.tsx'),
  texts: ['admin-labs', 'profile'],
} as const;

/**
 * Every page of the administration. The navigation shows those that the flags of the signed-in person open, in the order
 * of `app/admin/admin-navigation.ts`.
 */
export const routes: AdminRoute[] = [
  {
    path: PAGES.admUserLocations,
    guard: 'staff',
    flags: STAFF_AREAS.userLocations,
    screen: () => import('./locations/UserLocationsScreen.tsx'),
    texts: ['user-locations', 'staff-users', 'data-list', 'profile'],
  },
  {
    path: PAGES.admDashboard,
    guard: 'staff',
    flags: STAFF_AREAS.dashboard,
    screen: () => import('./dashboard/AdminDashboardScreen.tsx'),
    texts: ['admin-dashboard', 'dashboard', 'dental'],
  },
  {
    path: PAGES.admDevices,
    guard: 'staff',
    flags: STAFF_AREAS.devices,
    screen: () => import('./devices/DevicesScreen.tsx'),
    texts: ['staff-users', 'staff-devices', 'admin-exports', 'data-list'],
  },
  {
    path: PAGES.admFactoryRegistration,
    guard: 'staff',
    flags: STAFF_AREAS.factoryRegistration,
    screen: () => import('./devices/FactoryRegistrationScreen.tsx'),
    texts: ['staff-devices', 'admin-sheets'],
  },
  {
    path: PAGES.admRegistrations,
    guard: 'staff',
    flags: STAFF_AREAS.registrations,
    screen: () => import('./devices/RegistrationsScreen.tsx'),
    texts: ['staff-devices', 'admin-exports', 'data-list'],
  },
  {
    path: PAGES.admDevice,
    guard: 'staff',
    flags: STAFF_AREAS.deviceDetail,
    screen: () => import('./devices/DeviceScreen.tsx'),
    texts: ['staff-devices'],
  },
  {
    path: PAGES.admTickets,
    guard: 'staff',
    flags: STAFF_AREAS.tickets,
    screen: () => import('./tickets/TicketsScreen.tsx'),
    texts: ['admin-tickets', 'data-list'],
  },
  {
    path: PAGES.admPartnerFeatures,
    guard: 'staff',
    flags: STAFF_AREAS.partnerFeatures,
    screen: () => import('./partner-features/FeaturesScreen.tsx'),
    texts: ['admin-features', 'admin-sheets', 'data-list'],
  },
  {
    path: PAGES.admCases,
    guard: 'staff',
    flags: STAFF_AREAS.cases,
    screen: () => import('./parties/CasesScreen.tsx'),
    texts: ['admin-parties', 'data-list', 'dental'],
  },
  {
    path: PAGES.admConnections,
    guard: 'staff',
    flags: STAFF_AREAS.connections,
    screen: () => import('./parties/ConnectionsScreen.tsx'),
    texts: ['admin-parties', 'data-list'],
  },
  {
    path: PAGES.admGroup,
    guard: 'staff',
    flags: STAFF_AREAS.groups,
    screen: () => import('./parties/GroupScreen.tsx'),
    texts: ['admin-parties', 'dental'],
  },
  {
    path: PAGES.admUsers,
    guard: 'staff',
    flags: STAFF_AREAS.users,
    screen: () => import('./users/UsersScreen.tsx'),
    texts: ['staff-users', 'admin-exports', 'data-list', 'profile'],
  },
  {
    path: PAGES.admUser,
    guard: 'staff',
    flags: STAFF_AREAS.users,
    screen: () => import('./users/UserScreen.tsx'),
    texts: ['profile', 'staff-users', 'support'],
  },
  {
    path: PAGES.admSupport,
    guard: 'staff',
    flags: STAFF_AREAS.support,
    screen: () => import('./support/SupportScreen.tsx'),
    texts: ['security', 'support'],
  },
  {
    path: PAGES.admLabs,
    guard: 'staff',
    flags: STAFF_AREAS.labs,
    screen: () => import('./labs/LabsScreen.tsx'),
    texts: ['admin-labs', 'data-list'],
  },
  { path: PAGES.admNewLab, ...labForm },
  { path: PAGES.admLab, ...labForm },
];
