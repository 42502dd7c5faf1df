import { ADM_PATHS } from '@cusp/contract/pages';
import type { StaffUserDetail, UserConnection } from '@cusp/contract/staff-users';
import { listUserConnections } from '@cusp/contract/staff-users.routes';
import { Anchor, Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { TitledCard } from '../../../ui/TitledCard.tsx';
import { Fact, Facts } from '../Facts.tsx';
import classes from './users.module.css';

/** The number of a person's connections, and on request the connected people. */
export function UserConnections({ user: { id, connections: counts } }: { user: StaffUserDetail }) {
  const { t } = useTranslation('staff-users');
  const [isOpen, setOpen] = useState(false);
  const kinds = (['accepted', 'designated', 'pending', 'rejected'] as const).filter(
    (kind) => counts[kind] > 0,
  );
  return (
    <TitledCard title={t('connections.title')}>
      {kinds.length === 0 ? (
        <p className={classes.quiet}>{t('connections.none')}</p>
      ) : (
        <>
          <Facts>
            {kinds.map((kind) => (
              <Fact key={kind} name={t(`connections.${kind}`)} value={counts[kind]} />
            ))}
          </Facts>
          <div>
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'connections.hide' : 'connections.show')}
            </Button>
          </div>
          {isOpen && <List id={id} />}
        </>
      )}
    </TitledCard>
  );
}

function List({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const query = useCall(
    listUserConnections,
    { params: { id }, query: { page } },
    ['staff-user', id, 'connections', page],
    { placeholderData: keepPreviousData },
  );
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingState rows={3} />
    );
  return (
    <>
      <ul className={classes.entries} aria-busy={query.isPlaceholderData}>
        {query.data.connections.map((connection) => (
          <li key={connection.id} className={classes.lines}>
            <Partner connection={connection} />
          </li>
        ))}
      </ul>
      {query.data.page.num_pages > 1 && <Pager page={query.data.page} onPage={setPage} />}
    </>
  );
}

const STATUS = { ACCD: 'accepted', REQD: 'pending', REJD: 'rejected' } as const;

function Partner({ connection }: { connection: UserConnection }) {
  const { t } = useTranslation('staff-users');
  const format = useFormat();
  const { user_id, name, email, institution, status, is_designated, created_date } = connection;
  const label = name || email || t('deletedName');
  return (
    <>
      {user_id === null ? (
        <strong>{label}</strong>
      ) : (
        <Anchor component={Link} inherit to={generatePath(ADM_PATHS.user, { uid: String(user_id) })}>
          {label}
        </Anchor>
      )}
      <span className={classes.small}>{[institution, name && email].filter(Boolean).join(', ')}</span>
      <span className={classes.small}>
        {t(`connections.${is_designated ? 'designated' : STATUS[status]}`)}, {format.date(created_date)}
      </span>
    </>
  );
}
