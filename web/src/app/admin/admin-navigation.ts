import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, type StaffFlag } from '@cusp/contract/staff.routes';
import {
  IconBuildingFactory2,
  IconDevices,
  IconLayoutDashboard,
  IconLifebuoy,
  IconMapPin,
  type IconProps,
  IconPuzzle,
  IconReportMedical,
  IconStack2,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type admin from '../../../../languages/en/admin.json';
import { IconConnections, IconLab } from '../../dental-ui/icons.tsx';
import { ADMIN_ROUTES } from './admin-routes.ts';

interface AdminEntry {
  to: string;
  /** Pages of the area whose addresses do not begin with its own. */
  also?: string;
  label: keyof (typeof admin)['nav'];
  icon: ComponentType<IconProps>;
}

/** Every area of the administration in navigation order; areas without a screen are hidden. */
const ENTRIES: readonly AdminEntry[] = [
  { to: ADM_PATHS.dashboard, label: 'dashboard', icon: IconLayoutDashboard },
  { to: ADM_PATHS.devices, label: 'devices', icon: IconDevices },
  { to: ADM_PATHS.factoryRegistration, label: 'factoryRegistration', icon: IconBuildingFactory2 },
  { to: ADM_PATHS.registrations, label: 'registrations', icon: IconReportMedical },
  { to: ADM_PATHS.support, label: 'support', icon: IconUserShield },
  { to: ADM_PATHS.tickets, label: 'tickets', icon: IconLifebuoy },
  { to: ADM_PATHS.partnerFeatures, label: 'partnerFeatures', icon: IconPuzzle },
  { to: ADM_PATHS.users, label: 'users', icon: IconUsers, also: '/adm/group' },
  { to: ADM_PATHS.userLocations, label: 'userLocations', icon: IconMapPin },
  { to: ADM_PATHS.cases, label: 'cases', icon: IconStack2 },
  { to: ADM_PATHS.connections, label: 'connections', icon: IconConnections },
  { to: ADM_PATHS.labs, label: 'labs', icon: IconLab, also: ADM_PATHS.newLab },
];

/** The areas that these flags may open. */
export const adminEntries = (flags: readonly StaffFlag[]): readonly AdminEntry[] =>
  ENTRIES.filter(({ to }) => ADMIN_ROUTES.some((page) => page.path === to && mayEnter(flags, page.flags)));

/** The area that a page belongs to: `/adm/registration/tickets` is not one of the registrations. */
export function isInArea({ to, also }: AdminEntry, pathname: string): boolean {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  if (to === ADM_PATHS.registrations && isBelow(ADM_PATHS.tickets)) return false;
  return isBelow(to) || (also !== undefined && isBelow(also));
}
