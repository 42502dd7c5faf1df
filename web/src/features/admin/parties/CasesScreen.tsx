import type { ReplyFrom } from '@cusp/contract/endpoints';
import { ADM_PATHS } from '@cusp/contract/pages';
import type { Party, StaffCase } from '@cusp/contract/staff-parties';
import {
  listStaffCases,
  type STAFF_CASE_SORTS,
  STAFF_CASES_DEFAULT_SORT,
} from '@cusp/contract/staff-parties.routes';
import { shownStatus } from '@cusp/dental/case-status';
import { ActionIcon, Anchor, CloseButton, Tooltip } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { idIn } from '../../../client/id-in.ts';
import { useCall } from '../../../client/use-call.ts';
import { IconConnections } from '../../../dental-ui/icons.tsx';
import { NamedStatus } from '../../../dental-ui/StatusBadge.tsx';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { calledBy, PartyName } from './PartyName.tsx';
import classes from './parties.module.css';

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

/** The list of connections searched for the one between two people; no other connection has both addresses. */
const linkToConnection = (one: Party, other: Party): string =>
  `${ADM_PATHS.connections}?${new URLSearchParams({ search: [one.email, other.email].filter(Boolean).join(' ') })}`;

type CaseColumn = Column<StaffCase> & { sortBy?: (typeof STAFF_CASE_SORTS)[number] };

function useCaseColumns(): CaseColumn[] {
  const { t, i18n } = useTranslation('admin-parties');
  const { t: dental } = useTranslation('dental');
  const format = useFormat();
  return useMemo(() => {
    const number = new Intl.NumberFormat(i18n.language);
    return [
      {
        key: 'no',
        label: t('cases.no'),
        sortBy: 'no',
        isName: true,
        cell: (row) => <CaseNumber row={row} />,
      },
      {
        key: 'status',
        label: t('cases.status'),
        sortBy: 'status',
        cell: ({ status }) => {
          const shown = shownStatus(status);
          return <NamedStatus status={shown} name={dental(`statuses.${shown}`)} />;
        },
      },
      { key: 'author', label: t('cases.author'), cell: ({ author }) => <PartyName party={author} isShort /> },
      {
        key: 'recipient',
        label: t('cases.recipient'),
        cell: ({ recipient }) => <PartyName party={recipient} isShort />,
      },
      {
        key: 'sent',
        label: t('cases.sent'),
        sortBy: 'sent',
        isNumber: true,
        cell: ({ sent_date }) => format.date(sent_date),
      },
      {
        key: 'updated',
        label: t('cases.updated'),
        sortBy: 'updated',
        isNumber: true,
        cell: ({ updated_date }) => format.date(updated_date),
      },
      {
        key: 'delivery',
        label: t('cases.delivery'),
        isNumber: true,
        cell: ({ delivery_date }) => format.day(delivery_date),
      },
      {
        key: 'completed',
        label: t('cases.completed'),
        isNumber: true,
        cell: ({ completed_date }) => completed_date && format.date(completed_date),
      },
      {
        key: 'files',
        label: t('cases.files'),
        isNumber: true,
        cell: ({ files, size }) =>
          [number.format(files), ...(files > 0 ? [format.totalSize(size)] : [])].join(' · '),
      },
      {
        key: 'comments',
        label: t('cases.comments'),
        isNumber: true,
        cell: ({ comments }) => number.format(comments),
      },
      {
        key: 'restorations',
        label: t('cases.restorations'),
        isNumber: true,
        cell: ({ restorations }) => number.format(restorations),
      },
    ];
  }, [t, dental, i18n.language, format]);
}

/** The number, and a link to the connection of the two people. */
function CaseNumber({ row: { no, author, recipient } }: { row: StaffCase }) {
  const { t } = useTranslation('admin-parties');
  return (
    <div className={classes.number}>
      {no}
      {author.email && recipient.email && (
        <Tooltip label={t('cases.showConnection')}>
          <ActionIcon
            component={Link}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('cases.showConnectionOf', { no })}
            to={linkToConnection(author, recipient)}
          >
            <IconConnections size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
