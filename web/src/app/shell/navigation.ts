import type { User } from '@cusp/contract/identity';
import { PAGES, type PagePath } from '@cusp/contract/pages';
import {
  IconBell,
  IconDeviceTabletCog,
  IconLayoutDashboard,
  type IconProps,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconUserCircle,
  IconUserEdit,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type shell from '../../../../languages/en/shell.json';
import { IconConnections } from '../../dental-ui/icons.tsx';
import { isBuilt } from '../routes.ts';

export interface NavEntry {
  to: PagePath;
  label: keyof typeof shell &
    (
      | 'dashboard'
      | 'inbox'
      | 'cases'
      | 'connections'
      | 'you'
      | 'groups'
      | 'devices'
      | 'settings'
      | 'profile'
      | 'security'
    );

  icon: ComponentType<IconProps>;
  /** Shown on small screens too, or only there; the specification hides all other entries on small screens. */
  onPhones?: true | 'only';
  /** Only for people with this flag. */
  flag?: 'is_device_rental_manager';
}

/** The main navigation in display order. */
const MAIN_ENTRIES: readonly NavEntry[] = [
  { to: PAGES.dashboard, label: 'dashboard', icon: IconLayoutDashboard },
  { to: PAGES.inbox, label: 'inbox', icon: IconBell },
  { to: PAGES.cases, label: 'cases', icon: IconStack2 },
  { to: PAGES.connections, label: 'connections', icon: IconConnections },
];

/** The main navigation; guests of the other region have only the cases. */
export const mainEntries = (isGuest: boolean): readonly NavEntry[] =>
  isGuest ? MAIN_ENTRIES.filter(({ label }) => label === 'cases') : MAIN_ENTRIES;

const USER_ENTRIES: readonly NavEntry[] = [
  { to: PAGES.account, label: 'you', icon: IconUserCircle, onPhones: 'only' },
  { to: PAGES.devices, label: 'devices', icon: IconDeviceTabletCog, flag: 'is_device_rental_manager' },
  { to: PAGES.groups, label: 'groups', icon: IconUsersGroup },
  { to: PAGES.settings, label: 'settings', icon: IconSettings },
  { to: PAGES.profile, label: 'profile', icon: IconUserEdit },
  { to: PAGES.security, label: 'security', icon: IconShieldLock, onPhones: true },
];

/** The user menu's links; a page without a screen is not linked. */
export const userEntries = (
  small: boolean,
  user: Pick<User, 'is_device_rental_manager'>,
): readonly NavEntry[] =>
  USER_ENTRIES.filter(
    ({ to, onPhones, flag }) =>
      isBuilt(to) &&
      (flag === undefined || user[flag]) &&
      (small ? onPhones !== undefined : onPhones !== 'only'),
  );
