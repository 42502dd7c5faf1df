import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import { setRentalManager } from '@cusp/contract/staff-users.routes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RentalManagersDialog } from '../users/RentalManagersDialog.tsx';
import { DeviceList } from './DeviceList.tsx';
import classes from './devices.module.css';

/** Every device that was ever registered at the factory. */
export default function DevicesScreen() {
  const { t } = useTranslation('staff-devices');
  const { t: users } = useTranslation('staff-users');
  const [isOpen, setOpen] = useState(false);
  const mayGrant = mayEnter(staffFlagsOf(useUser()), setRentalManager.staff);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        {mayGrant && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {users('rental.title')}
          </Button>
        )}
      </PageHeader>
      <DeviceList isRegistered={false} />
      {isOpen && <RentalManagersDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
