import { ADM_PATHS } from '@cusp/contract/pages';
import { mayEnter, STAFF_AREAS, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { StaffConnection } from '@cusp/contract/staff-parties';
import { designateConnection, type STAFF_CONNECTION_SORTS } from '@cusp/contract/staff-parties.routes';
import { Anchor, Badge } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUser } from '../../../client/session/session-store.ts';
import type { Column } from '../../../ui/data-list/data-list.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { DesignationButton } from './DesignationButton.tsx';
import { PartyName } from './PartyName.tsx';
import classes from './parties.module.css';

type ConnectionColumn = Column<StaffConnection> & { sortBy?: (typeof STAFF_CONNECTION_SORTS)[number] };

export function useConnectionColumns(): ConnectionColumn[] {
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
      <Badge variant="light" miw="max-content" tt="none" color={is_designated ? 'violet' : COLORS[status]}>
        {t(is_designated ? 'states.designated' : `states.${status}`)}
      </Badge>
      {is_designated && by && at && (
        <span className={classes.quiet}>
          {t('connections.designatedBy', { name: by, date: format.date(at) })}
        </span>
      )}
    </div>
  );
}
