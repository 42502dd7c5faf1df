import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DeviceList } from './DeviceList.tsx';
import classes from './devices.module.css';

/** The devices that a customer has registered. */
export default function RegistrationsScreen() {
  const { t } = useTranslation('staff-devices');
  return (
    <div className={classes.page}>
      <PageHeader title={t('registrations.title')} />
      <DeviceList isRegistered />
    </div>
  );
}
