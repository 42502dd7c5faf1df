import { PAGES } from '@cusp/contract/pages';
import {
  IconChevronRight,
  IconDeviceTabletCog,
  IconHelp,
  IconSettings,
  IconUserEdit,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUser } from '../../client/session/session-store.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './account.module.css';

const DEVICES = { to: PAGES.devices, label: 'devices', Icon: IconDeviceTabletCog } as const;
const PLACES = [
  { to: PAGES.settings, label: 'settings', Icon: IconSettings },
  { to: PAGES.profile, label: 'profile', Icon: IconUserEdit },
  { to: PAGES.help, label: 'help', Icon: IconHelp },
] as const;

/** Links to settings, profile, help and, for rental managers, devices on phones, whose user menu lacks them. */
export default function AccountScreen() {
  const { t } = useTranslation('shell');
  const isRental = useUser().is_device_rental_manager;
  return (
    <div className={classes.page}>
      <PageHeader title={t('you')} />
      <ul className={classes.places}>
        {[...(isRental ? [DEVICES] : []), ...PLACES].map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.place}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <span className={classes.label}>{t(label)}</span>
              <IconChevronRight size={18} stroke={1.6} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
