import type { GroupMember } from '@cusp/contract/share-groups';
import { editGroup } from '@cusp/contract/share-groups.routes';
import { Alert, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useUser } from '../../client/session/session-store.ts';
import { errorText } from '../../i18n/error-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useMessages } from '../invitations/invitations.offers.tsx';
import { GroupNameDialog, InviteDialog, OfferDialog } from './GroupDialogs.tsx';
import classes from './group.module.css';
import { MemberRow } from './MemberRow.tsx';
import { type GroupActions, useGroup, useGroupActions } from './use-group.ts';

/** The share group: its members, its invitations, and what its owner can change. */
export default function GroupScreen() {
  const { t } = useTranslation('groups');
  const { t: errors } = useTranslation('errors');
  const messages = useMessages('groups');
  const query = useGroup();
  // People who joined or left during a move would be missing from it, so the server refuses all changes of groups.
  const closed = useUser().settings.data_moving ? t('moving') : null;
  // A more specific text than the general one, if there is any.
  const own = query.error && messages.refusal(query.error);
  const [heir, setHeir] = useState<GroupMember | null>(null);
  const actions = useGroupActions(setHeir);
  const [dialog, setDialog] = useState<'create' | 'edit' | 'invite' | null>(null);
  const close = () => setDialog(null);

  const group = query.data?.sharegroup ?? null;
  const { pending = [], accepted = [] } = query.data?.sg_users ?? {};
  const mayCreate = query.isSuccess && (!group || (!group.is_owner && accepted.length === 0));

  return (
    <div className={classes.page}>
      <PageHeader title={t('title')}>
        <ChangeableBy route={editGroup} closed={closed}>
          {group?.is_owner && (
            <>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} />}
                onClick={() => setDialog('edit')}
              >
                {t('editGroup')}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={16} />}
                disabled={actions.isBusy}
                onClick={() => void actions.dissolve(group.id)}
              >
                {t('deleteGroup')}
              </Button>
              <Button leftSection={<IconUserPlus size={16} />} onClick={() => setDialog('invite')}>
                {t('inviteMember')}
              </Button>
            </>
          )}
          {mayCreate && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
              {t('createNew')}
            </Button>
          )}
        </ChangeableBy>
      </PageHeader>
      {closed && (
        <Alert color="gray" mb="md">
          {closed}
        </Alert>
      )}
      {query.isPending ? (
        <div className={classes.card}>
          <LoadingState rows={4} height={52} />
        </div>
      ) : query.isError && !query.data ? (
        <div className={classes.card}>
          <ErrorState
            title={own === errorText(errors, query.error) ? undefined : (own ?? undefined)}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </div>
      ) : (
        <ChangeableBy route={editGroup} closed={closed}>
          <div className={classes.sections}>
            {pending.length > 0 && (
              <MemberSection title={t('pending')} rows={pending} actions={actions} isPending />
            )}
            {group ? (
              <MemberSection title={group.name} rows={accepted} actions={actions} />
            ) : (
              <div className={classes.card}>
                <EmptyState drawing="linked" title={t('empty.title')} text={t('empty.text')} />
              </div>
            )}
          </div>
        </ChangeableBy>
      )}
      {dialog === 'create' && <GroupNameDialog group={null} onClose={close} />}
      {dialog === 'edit' && group && <GroupNameDialog group={group} onClose={close} />}
      {heir && <OfferDialog member={heir} onClose={() => setHeir(null)} />}
      {dialog === 'invite' && group && <InviteDialog groupId={group.id} onClose={close} />}
    </div>
  );
}

interface Props {
  title: string;
  rows: GroupMember[];
  actions: GroupActions;
  isPending?: boolean;
}

/** Invitations, or the members of the group with the owner first. */
function MemberSection({ title, rows, actions, isPending = false }: Props) {
  const id = useId();
  const isOffered = rows.some(({ offered_until }) => offered_until !== null);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        <span>{title}</span> <span className={classes.count}>{rows.length}</span>
      </h2>
      <ul className={classes.list}>
        {rows.map((row) => (
          <MemberRow key={row.id} {...{ row, actions, isPending, isOffered }} />
        ))}
      </ul>
    </section>
  );
}
