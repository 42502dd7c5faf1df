import { LIMITS } from '@cusp/contract/limits';
import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import { setRentalManager } from '@cusp/contract/staff-users.routes';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { toastDone } from '../../../ui/toast.ts';
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

/** Grants and withdraws the flag of rental managers by address, for device managers, who see no users. */
function RentalManagersDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const [email, setEmail] = useState('');
  const set = useSubmit(setRentalManager, { stale: [['staff-user'], ['staff-users']] });
  const send = (granted: boolean) =>
    set.mutate(
      { body: { email: email.trim(), granted } },
      {
        onSuccess() {
          toastDone(t(granted ? 'rental.granted' : 'rental.withdrawn'));
          onClose();
        },
      },
    );
  const isReady = email.trim() !== '' && !set.isPending;
  return (
    <CuspModal opened onClose={onClose} title={t('rental.title')}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isReady) send(true);
        }}
      >
        <p>{t('rental.text')}</p>
        <TextInput
          type="email"
          data-autofocus
          autoComplete="off"
          label={t('rental.email')}
          maxLength={LIMITS.email}
          value={email}
          error={set.error && errorText(words, set.error)}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            set.reset();
          }}
        />
        <Group mt="md" justify="space-between">
          <Button variant="default" disabled={!isReady} onClick={() => send(false)}>
            {t('rental.withdrawShort')}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {t('rental.grantShort')}
          </Button>
        </Group>
      </form>
    </CuspModal>
  );
}
