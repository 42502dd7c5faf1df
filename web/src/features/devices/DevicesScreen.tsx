import type { Device } from '@cusp/contract/devices';
import { DEVICES_DEFAULT_SORT, listDevices, setDeviceLocks } from '@cusp/contract/devices.routes';
import { PAGES } from '@cusp/contract/pages';
import { Checkbox } from '@mantine/core';
import { IconDeviceTabletCog } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useUser } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';
import { UdiText } from '../../dental-ui/UdiText.tsx';
import { currentLanguage } from '../../i18n/i18n.ts';
import { DataList } from '../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../ui/data-list/data-list.ts';
import { useListState } from '../../ui/data-list/use-list-state.ts';
import { countryName } from '../../ui/format/country-name.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import classes from './devices.module.css';
import { type DeviceLocks, useDeviceLocks } from './use-device-locks.ts';

/** The devices that a company rents out, and which of them are locked; for rental managers only. */
export default function DevicesScreen() {
  return useUser().is_device_rental_manager ? <Devices /> : <Navigate to={PAGES.home} replace />;
}

function Devices() {
  const { t } = useTranslation('devices');
  const state = useListState({ defaultSort: DEVICES_DEFAULT_SORT });
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page, 'user-registeredDevices': 'true' };
  const query = useCall(listDevices, { query: wire }, ['devices', wire], {
    placeholderData: keepPreviousData,
  });
  const devices = query.data?.devices ?? NONE;
  const locks = useDeviceLocks(devices);
  const mayLock = useMayCall(setDeviceLocks);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('intro')} />
      <DataList
        label={t('title')}
        columns={useColumns(locks)}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(query, ({ devices }) => devices)}
        searchLabel={t('search')}
        filters={
          devices.length > 0 && (
            <Checkbox
              className={classes.all}
              label={t('lockAll')}
              checked={devices.every(locks.isLocked)}
              indeterminate={devices.some(locks.isLocked) && !devices.every(locks.isLocked)}
              disabled={query.isPlaceholderData || locks.isSaving || !mayLock}
              onChange={(event) => locks.set(devices, event.currentTarget.checked)}
            />
          )
        }
        empty={{
          icon: <IconDeviceTabletCog size={22} />,
          title: t('empty.title'),
          text: t('empty.text'),
        }}
      />
      <ChangeableBy route={setDeviceLocks}>
        <SaveBar
          save={t('save')}
          isChanged={locks.isChanged}
          busy={locks.isSaving}
          problem={locks.problem}
          onCancel={locks.cancel}
          onSave={locks.save}
        />
      </ChangeableBy>
    </div>
  );
}

const NONE: readonly Device[] = [];

function useColumns(locks: DeviceLocks): readonly Column<Device>[] {
  const { t } = useTranslation('devices');
  const mayLock = useMayCall(setDeviceLocks);
  return [
    {
      key: 'udi',
      label: t('columns.udi'),
      sortBy: 'udi',
      isName: true,
      cell: ({ udi }) => <UdiText udi={udi} />,
    },
    {
      key: 'name',
      label: t('columns.name'),
      sortBy: 'name',
      cell: ({ reg_customer }) => reg_customer.name,
    },
    {
      key: 'email',
      label: t('columns.email'),
      sortBy: 'email',
      cell: ({ reg_customer }) => reg_customer.email,
    },
    {
      key: 'country',
      label: t('columns.country'),
      sortBy: 'country',
      cell: ({ reg_customer }) => countryName(reg_customer.country, currentLanguage()),
    },
    {
      key: 'lock',
      label: t('columns.lock'),
      sortBy: 'state',
      cell: (device) => (
        <Checkbox
          aria-label={t('lockOne', { udi: device.udi })}
          label={t(locks.isLocked(device) ? 'locked' : 'unlocked')}
          checked={locks.isLocked(device)}
          disabled={locks.isSaving || !mayLock}
          onChange={(event) => locks.set([device], event.currentTarget.checked)}
        />
      ),
    },
  ];
}
