import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DeviceList } from './DeviceList.tsx';
import classes from './devices.module.css';

/** Every device that was ever registered at the factory. */
export default function DevicesScreen() {
  const { t } = useTranslation('staff-devices');
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <DeviceList isRegistered={false} />
    </div>
  );
}
