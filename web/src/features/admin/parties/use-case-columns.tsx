import { ADM_PATHS } from '@cusp/contract/pages';
import type { Party, StaffCase } from '@cusp/contract/staff-parties';
import type { STAFF_CASE_SORTS } from '@cusp/contract/staff-parties.routes';
import { shownStatus } from '@cusp/dental/case-status';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconConnections } from '../../../dental-ui/icons.tsx';
import { NamedStatus } from '../../../dental-ui/StatusBadge.tsx';
import type { Column } from '../../../ui/data-list/data-list.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PartyName } from './PartyName.tsx';
import classes from './parties.module.css';

/** The list of connections searched for the one between two people; no other connection has both addresses. */
export const linkToConnection = (one: Party, other: Party): string =>
  `${ADM_PATHS.connections}?${new URLSearchParams({ search: [one.email, other.email].filter(Boolean).join(' ') })}`;

type CaseColumn = Column<StaffCase> & { sortBy?: (typeof STAFF_CASE_SORTS)[number] };

export function useCaseColumns(): CaseColumn[] {
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
