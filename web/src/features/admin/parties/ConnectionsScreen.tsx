import { listStaffConnections, STAFF_CONNECTIONS_DEFAULT_SORT } from '@cusp/contract/staff-parties.routes';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import { IconConnections } from '../../../dental-ui/icons.tsx';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import classes from './parties.module.css';
import { useConnectionColumns } from './use-connection-columns.tsx';

/** Every connection and request; staff designate and release connections here. */
export default function ConnectionsScreen() {
  const { t } = useTranslation('admin-parties');
  const state = useListState({ defaultSort: STAFF_CONNECTIONS_DEFAULT_SORT });
  const columns = useConnectionColumns();
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page };
  const connections = useCall(listStaffConnections, { query: wire }, ['admin-connections', wire], {
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.page}>
      <PageHeader title={t('connections.title')} />
      <DataList
        label={t('connections.title')}
        columns={columns}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(connections, ({ connections }) => connections)}
        searchLabel={t('connections.search')}
        searchHint={t('connections.searchHint')}
        empty={{
          icon: <IconConnections size={22} />,
          title: t('connections.empty'),
          text: t('connections.emptyText'),
        }}
      />
    </div>
  );
}
