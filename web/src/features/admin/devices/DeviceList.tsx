import { listStaffDevices, STAFF_DEVICES_DEFAULT_SORT } from '@cusp/contract/staff-devices.routes';
import { IconDevices } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { useDeviceColumns } from './use-device-columns.tsx';

/** All devices, or those that a customer has registered. */
export function DeviceList({ isRegistered }: { isRegistered: boolean }) {
  const { t } = useTranslation('staff-devices');
  const state = useListState({ defaultSort: STAFF_DEVICES_DEFAULT_SORT });
  const columns = useDeviceColumns();
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
  return (
    <DataList
      label={t(isRegistered ? 'registrations.title' : 'title')}
      columns={columns}
      idOf={({ id }) => id}
      state={state}
      query={{
        rows: query.data?.devices,
        page: query.data?.page,
        error: query.error,
        isStale: query.isPlaceholderData,
        retry: () => void query.refetch(),
      }}
      searchLabel={t('search')}
      searchHint={t('searchHint')}
      empty={{
        icon: <IconDevices size={22} />,
        title: t(isRegistered ? 'registrations.empty' : 'empty'),
        text: t(isRegistered ? 'registrations.emptyText' : 'emptyText'),
      }}
    />
  );
}
