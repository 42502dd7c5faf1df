import type { Connection } from '@cusp/contract/connections';
import { requestConnection } from '@cusp/contract/connections.routes';
import { PAGES } from '@cusp/contract/pages';
import { Badge, Button, CloseButton, Loader, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useSmallScreen } from '../../client/small-screen.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAlarms } from './alarms.offers.ts';
import { ConnectionSections } from './ConnectionSections.tsx';
import classes from './connections.module.css';
import { CreateConnectionDialog } from './create/CreateConnectionDialog.tsx';
import { EditAliasDialog, InfoDialog } from './PartnerDialogs.tsx';
import { useConnectionActions, useConnections } from './use-connections.ts';

/** Partners: pending requests, accepted connections, and connections designated by staff. */
export default function ConnectionsScreen() {
  const { t } = useTranslation(['connections', 'common']);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useConnections(search);
  const actions = useConnectionActions();

  const isLoading = query.isPending || query.isPlaceholderData;

  function change(value: string): void {
    setTyped(value);
    if (value.trim() === '') setSearch('');
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setSearch(typed.trim());
  }
  const open = (kind: 'info' | 'edit') => (connection: Connection) => setDialog({ kind, connection });

  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        <GroupLink />
        <ChangeableBy route={requestConnection}>
          <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'create' })}>
            {t('create')}
          </Button>
        </ChangeableBy>
      </PageHeader>
      <search className={classes.search}>
        <form onSubmit={submit}>
          <TextInput
            type="text"
            enterKeyHint="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={200}
            value={typed}
            onChange={(event) => change(event.currentTarget.value)}
            leftSection={isLoading ? <Loader size={16} aria-hidden /> : <IconSearch size={16} />}
            rightSection={
              typed && <CloseButton size="sm" aria-label={t('common:clear')} onClick={() => change('')} />
            }
          />
        </form>
      </search>
      {query.isPending ? (
        <div className={classes.card}>
          <LoadingState rows={4} height={56} />
        </div>
      ) : query.isError && !query.data ? (
        <div className={classes.card}>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <ConnectionSections
          lists={query.data.connections}
          search={search}
          isStale={query.isPlaceholderData}
          actions={actions}
          onInfo={open('info')}
          onEdit={open('edit')}
          onCreate={() => setDialog({ kind: 'create' })}
        />
      )}
      <ConnectionDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

type OpenDialog = { kind: 'create' } | { kind: 'info' | 'edit'; connection: Connection };

/** The open dialog of the screen, if any. Closing a dialog discards what was typed. */
function ConnectionDialogs({ dialog, onClose }: { dialog: OpenDialog | null; onClose(): void }) {
  if (!dialog) return null;
  if (dialog.kind === 'create') return <CreateConnectionDialog onClose={onClose} />;
  if (dialog.kind === 'edit') return <EditAliasDialog connection={dialog.connection} onClose={onClose} />;
  return <InfoDialog connection={dialog.connection} onClose={onClose} />;
}

/** Links to the share group on phones, whose user menu lacks it according to the specification. */
function GroupLink() {
  const { t } = useTranslation('connections');
  const { invitations } = useAlarms();
  if (!useSmallScreen()) return null;
  return (
    <Button
      component={Link}
      to={PAGES.groups}
      variant="default"
      leftSection={<IconUsersGroup size={16} />}
      rightSection={
        invitations > 0 && (
          <Badge size="sm" circle={invitations < 10}>
            {invitations}
          </Badge>
        )
      }
    >
      {t('group')}
    </Button>
  );
}
