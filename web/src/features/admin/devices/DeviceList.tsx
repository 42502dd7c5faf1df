import { mayEnter, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffDevice } from '@cusp/contract/staff-devices';
import {
  blockDevices,
  exportDevices,
  listStaffDevices,
  STAFF_DEVICES_DEFAULT_SORT,
} from '@cusp/contract/staff-devices.routes';
import { IconDevices } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../client/call.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall } from '../../../client/use-call.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { useSelectedRows } from '../../../ui/data-list/use-selected-rows.ts';
import { ExportButton, Exports } from '../exports/ListExports.tsx';
import { DeviceActions, FeatureMenu } from './DeviceActions.tsx';
import { useDeviceColumns } from './DeviceLink.tsx';

/** Columns that are hidden until the user shows them. */
const HIDDEN = ['feature'];

/** All devices, or those that a customer has registered. */
export function DeviceList({ isRegistered }: { isRegistered: boolean }) {
  const { t } = useTranslation('staff-devices');
  const state = useListState({ defaultSort: STAFF_DEVICES_DEFAULT_SORT, hidden: HIDDEN });
  const columns = useDeviceColumns();
  const selected = useSelectedRows<StaffDevice>();
  const mayChange = mayEnter(staffFlagsOf(useUser()), blockDevices.staff);
  const { search, sort, page, num_per_page } = state;
  const wire = {
    search,
    sort,
    page,
    num_per_page,
    'user-registeredDevices': isRegistered ? 'true' : 'false',
  } as const;
  const query = useCall(listStaffDevices, { query: wire }, ['staff-devices', wire], {
    placeholderData: keepPreviousData,
  });
  const list = isRegistered ? 'registrations' : 'devices';
  return (
    <>
      <Exports list={list} />
      <DataList
        label={t(isRegistered ? 'registrations.title' : 'title')}
        columns={columns}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(query, ({ devices }) => devices)}
        {...(mayChange && {
          selection: {
            selected,
            nameOf: ({ udi }: StaffDevice) => udi,
            actions: (
              <>
                <DeviceActions selected={selected} />
                <FeatureMenu selected={selected} />
              </>
            ),
          },
        })}
        filters={
          <ExportButton
            list={list}
            filename={isRegistered ? 'Registrations.xlsx' : 'Devices.xlsx'}
            search={search}
            sort={sort}
            page={query.data?.page}
            fetchFile={() =>
              call(exportDevices, {
                query: { search, sort, user_registered_dev: isRegistered ? 'true' : 'false' },
              })
            }
          />
        }
        searchLabel={t('search')}
        searchHint={t('searchHint')}
        empty={{
          icon: <IconDevices size={22} />,
          title: t(isRegistered ? 'registrations.empty' : 'empty'),
          text: t(isRegistered ? 'registrations.emptyText' : 'emptyText'),
        }}
      />
    </>
  );
}
