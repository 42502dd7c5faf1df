import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listStaffCases, STAFF_CASES_DEFAULT_SORT } from '@cusp/contract/staff-parties.routes';
import { Anchor, CloseButton } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { idIn } from '../../../client/id-in.ts';
import { useCall } from '../../../client/use-call.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { calledBy } from './PartyName.tsx';
import classes from './parties.module.css';
import { linkToConnection, useCaseColumns } from './use-case-columns.tsx';

const FILTERS = ['connId'];
const HIDDEN = ['delivery', 'completed'];

/** Every sent case with its parties, dates and sizes, and without patient data; with `connId` those of a connection. */
export default function CasesScreen() {
  const { t } = useTranslation('admin-parties');
  const state = useListState({
    defaultSort: STAFF_CASES_DEFAULT_SORT,
    hidden: HIDDEN,
    filters: FILTERS,
  });
  const columns = useCaseColumns();
  const { search, sort, page, num_per_page, filters } = state;
  const connId = idIn(filters.connId);
  const wire = { search, sort, page, num_per_page, connId };
  const cases = useCall(listStaffCases, { query: wire }, ['admin-cases', wire], {
    placeholderData: keepPreviousData,
  });
  return (
    <div className={`${classes.page} ${classes.cases}`}>
      <PageHeader title={t('cases.title')} />
      <DataList
        label={t('cases.title')}
        columns={columns}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(cases, ({ cases }) => cases)}
        searchLabel={t('cases.search')}
        searchHint={t('cases.searchHint')}
        filters={
          connId !== undefined && (
            <ConnectionChip
              connection={cases.isPlaceholderData ? undefined : cases.data?.connection}
              onRemove={() => state.setFilter('connId', '')}
            />
          )
        }
        empty={{
          icon: <IconStack2 size={22} />,
          title: t('cases.empty'),
          text: t('cases.emptyText'),
        }}
      />
    </div>
  );
}

interface ChipProps {
  /** Undefined while it loads. */
  connection: ReplyFrom<typeof listStaffCases>['connection'] | undefined;
  onRemove(): void;
}

/** Shows the connection whose cases are listed. */
function ConnectionChip({ connection, onRemove }: ChipProps) {
  const { t } = useTranslation('admin-parties');
  const { t: common } = useTranslation('common');
  return (
    <span className={classes.chip}>
      {connection ? (
        <Anchor component={Link} inherit to={linkToConnection(connection.owner, connection.user)}>
          {t('cases.between', {
            one: calledBy(connection.owner, common),
            other: calledBy(connection.user, common),
          })}
        </Anchor>
      ) : (
        <span>{t(connection === null ? 'cases.noConnection' : 'cases.ofConnection')}</span>
      )}
      <CloseButton size="sm" aria-label={t('cases.allCases')} onClick={onRemove} />
    </span>
  );
}
