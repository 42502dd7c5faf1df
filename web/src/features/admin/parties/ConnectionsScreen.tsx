import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, STAFF_AREAS, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffConnection } from '@cusp/contract/staff-parties';
import {
  designateConnection,
  listStaffConnections,
  releaseConnection,
  type STAFF_CONNECTION_SORTS,
  STAFF_CONNECTIONS_DEFAULT_SORT,
} from '@cusp/contract/staff-parties.routes';
import { Anchor, Button } from '@mantine/core';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../../client/api-error.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { IconConnections } from '../../../dental-ui/icons.tsx';
import { errorText } from '../../../i18n/error-text.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { calledBy, PartyName } from './PartyName.tsx';
import classes from './parties.module.css';

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

type ConnectionColumn = Column<StaffConnection> & { sortBy?: (typeof STAFF_CONNECTION_SORTS)[number] };

function useConnectionColumns(): ConnectionColumn[] {
  const { t } = useTranslation('admin-parties');
  const format = useFormat();
  const flags = staffFlagsOf(useUser());
  const mayReadCases = mayEnter(flags, STAFF_AREAS.cases);
  const mayDesignate = mayEnter(flags, designateConnection.staff);
  return useMemo(
    () => [
      {
        key: 'owner',
        label: t('connections.owner'),
        isName: true,
        cell: ({ owner }) => <PartyName party={owner} />,
      },
      { key: 'user', label: t('connections.user'), cell: ({ user }) => <PartyName party={user} /> },
      {
        key: 'state',
        label: t('connections.state'),
        sortBy: 'state',
        cell: (connection) => <ConnectionState connection={connection} />,
      },
      {
        key: 'requested',
        label: t('connections.requested'),
        sortBy: 'requested',
        isNumber: true,
        cell: ({ requested_date }) => format.date(requested_date),
      },
      {
        key: 'updated',
        label: t('connections.updated'),
        sortBy: 'updated',
        isNumber: true,
        cell: ({ updated_date }) => format.date(updated_date),
      },
      ...(mayReadCases
        ? [
            {
              key: 'cases',
              label: t('connections.cases'),
              cell: ({ id }: StaffConnection) => (
                <Anchor component={Link} inherit to={`${ADM_PATHS.cases}?connId=${id}`}>
                  {t('connections.showCases')}
                </Anchor>
              ),
            },
          ]
        : []),
      ...(mayDesignate
        ? [
            {
              key: 'designation',
              label: t('connections.designation'),
              isAction: true,
              cell: (connection: StaffConnection) =>
                connection.status === 'ACCD' || connection.is_designated ? (
                  <DesignationButton connection={connection} />
                ) : null,
            },
          ]
        : []),
    ],
    [t, format, mayReadCases, mayDesignate],
  );
}

const COLORS = { ACCD: 'green', REQD: 'orange', REJD: 'red' } as const;

function ConnectionState({ connection }: { connection: StaffConnection }) {
  const { t } = useTranslation('admin-parties');
  const format = useFormat();
  const { status, is_designated, designation_changed_by: by, designation_date: at } = connection;
  return (
    <div className={classes.state}>
      <StateBadge color={is_designated ? 'violet' : COLORS[status]}>
        {t(is_designated ? 'states.designated' : `states.${status}`)}
      </StateBadge>
      {is_designated && by && at && (
        <span className={classes.quiet}>
          {t('connections.designatedBy', { name: by, date: format.date(at) })}
        </span>
      )}
    </div>
  );
}

/** Designates an accepted connection, or releases it. Asks first, because both customers notice. */
function DesignationButton({ connection }: { connection: StaffConnection }) {
  const { t } = useTranslation('admin-parties');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const designate = useSubmit(designateConnection);
  const release = useSubmit(releaseConnection);
  const { id, owner, user, is_designated, designation_version } = connection;
  const action = is_designated ? 'release' : 'designate';
  const names = { one: calledBy(owner, common), other: calledBy(user, common) };

  const textOf = (error: unknown): string =>
    error instanceof ApiError && error.code === 'conflict' && error.changedBy
      ? t('connections.changedBy', { name: error.changedBy })
      : errorText(words, error);

  async function askAndSend(): Promise<void> {
    const isSure = await confirm({
      title: t(`connections.${action}.title`),
      content: t(`connections.${action}.text`, names),
      ok: t(`connections.${action}.button`),
    });
    if (!isSure) return;
    const change = is_designated ? release : designate;
    change.mutate(
      { params: { id }, body: { designation_version } },
      {
        onSuccess: () => toastDone(t(`connections.${action}.done`)),
        onError: (error) => {
          toastError(textOf(error));
          void queries.invalidateQueries({ queryKey: ['admin-connections'] });
        },
      },
    );
  }

  return (
    <Button
      size="xs"
      variant="default"
      miw="max-content"
      aria-label={`${t(`connections.${action}.button`)}: ${names.one}, ${names.other}`}
      loading={designate.isPending || release.isPending}
      onClick={() => void askAndSend()}
    >
      {t(`connections.${action}.button`)}
    </Button>
  );
}
