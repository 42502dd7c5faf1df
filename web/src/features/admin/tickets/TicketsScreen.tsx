import type { Ticket } from '@cusp/contract/tickets';
import {
  listTickets,
  retryTicket,
  type TICKET_SORTS,
  TICKETS_DEFAULT_SORT,
} from '@cusp/contract/tickets.routes';
import { Button, Group, UnstyledButton } from '@mantine/core';
import { IconLifebuoy, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasKeptInput } from '../../../client/session/kept-input.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DataList } from '../../../ui/data-list/DataList.tsx';
import { type Column, listQuery } from '../../../ui/data-list/data-list.ts';
import { useListState } from '../../../ui/data-list/use-list-state.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { toastError } from '../../../ui/toast.ts';
import { NewTicketDialog, TICKET_FORM } from './NewTicketDialog.tsx';
import classes from './tickets.module.css';

/** Polling interval of the list while a mail is being sent. */
const WHILE_QUEUED_MS = 3000;

type SortBy = (typeof TICKET_SORTS)[number];

/** Tickets that staff sent to support, the state of their delivery, and a form for a new one. */
export default function TicketsScreen() {
  const { t } = useTranslation('admin-tickets');
  const state = useListState({ defaultSort: TICKETS_DEFAULT_SORT });
  const [isWriting, setWriting] = useState(useHasKeptInput(TICKET_FORM));
  const [opened, setOpened] = useState<Ticket | null>(null);
  const { search, sort, page, num_per_page } = state;
  const wire = { search, sort, page, num_per_page };
  const query = useCall(listTickets, { query: wire }, ['admin-tickets', wire], {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.tickets.some((ticket) => ticket.state === 'queued') ? WHILE_QUEUED_MS : false,
  });
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setWriting(true)}>
          {t('new.open')}
        </Button>
      </PageHeader>
      <DataList
        label={t('title')}
        columns={useColumns(setOpened)}
        idOf={({ id }) => id}
        state={state}
        query={listQuery(query, ({ tickets }) => tickets)}
        searchLabel={t('search')}
        searchHint={t('searchHint')}
        empty={{ icon: <IconLifebuoy size={22} />, title: t('empty'), text: t('emptyText') }}
      />
      <NewTicketDialog
        isOpen={isWriting}
        support={query.data?.support_email ?? ''}
        allowed={query.data?.allowed_recipients ?? []}
        onClose={() => setWriting(false)}
      />
      {opened && (
        <CuspModal opened size="lg" onClose={() => setOpened(null)} title={opened.title}>
          <p className={classes.description}>{opened.description}</p>
        </CuspModal>
      )}
    </div>
  );
}

function useColumns(open: (ticket: Ticket) => void): (Column<Ticket> & { sortBy?: SortBy })[] {
  const { t } = useTranslation('admin-tickets');
  const format = useFormat();
  return [
    {
      key: 'title',
      label: t('columns.title'),
      sortBy: 'title',
      isName: true,
      cell: (ticket) => (
        <UnstyledButton className={classes.open} onClick={() => open(ticket)}>
          {ticket.title}
        </UnstyledButton>
      ),
    },
    {
      key: 'recipient',
      label: t('columns.recipient'),
      sortBy: 'recipient',
      cell: ({ recipient }) => recipient,
    },
    {
      key: 'state',
      label: t('columns.state'),
      sortBy: 'state',
      cell: (ticket) => <TicketState ticket={ticket} />,
    },
    { key: 'by', label: t('columns.by'), cell: ({ created_by }) => created_by },
    {
      key: 'created',
      label: t('columns.created'),
      sortBy: 'created',
      isNumber: true,
      cell: ({ created_date }) => format.dateTime(created_date),
    },
  ];
}

const COLORS = { queued: 'gray', sent: 'green', failed: 'red' } as const;

/** The state of a ticket's delivery; a failed one can be sent again. */
function TicketState({ ticket: { id, state, attempts } }: { ticket: Ticket }) {
  const { t } = useTranslation('admin-tickets');
  const { t: words } = useTranslation('errors');
  const retry = useSubmit(retryTicket, { stale: [['admin-tickets']], isStaleOnError: true });
  const again = () =>
    retry.mutate({ params: { id } }, { onError: (error) => toastError(errorText(words, error)) });
  return (
    <Group gap={8}>
      <StateBadge color={COLORS[state]}>
        {state === 'queued' && attempts > 0 ? t('states.trying', { count: attempts }) : t(`states.${state}`)}
      </StateBadge>
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={again}>
          {t('retry')}
        </Button>
      )}
    </Group>
  );
}
