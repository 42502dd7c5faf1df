import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DeviceList } from './DeviceList.tsx';
import classes from './devices.module.css';
import { WaitingRegistrations } from './WaitingRegistrations.tsx';

const WAITING = 'waiting';

/** The devices that customers have registered, and the registrations that wait for their confirmation. */
export default function RegistrationsScreen() {
  const { t } = useTranslation('staff-devices');
  const [params, setParams] = useSearchParams();
  const isWaiting = params.get('tab') === WAITING;
  return (
    <div className={classes.page}>
      <PageHeader title={t('registrations.title')} />
      <Tabs
        value={isWaiting ? WAITING : 'registered'}
        // Search, sort and page belong to one of the lists, so the other one starts from its first page.
        onChange={(tab) => setParams(tab === WAITING ? { tab } : {})}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="registered">{t('registrations.registered')}</Tabs.Tab>
          <Tabs.Tab value={WAITING}>{t('registrations.waiting')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="registered">
          <DeviceList isRegistered />
        </Tabs.Panel>
        <Tabs.Panel value={WAITING}>
          <WaitingRegistrations />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
