import type { GroupMember } from '@cusp/contract/share-groups';
import {
  createGroup,
  editGroup,
  inviteToGroup,
  MAX_GROUP_NAME,
  offerGroup,
} from '@cusp/contract/share-groups.routes';
import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange, useSubmit } from '../../client/use-call.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { FormButtons } from '../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { EmailField, useEmailCheck, useMessages } from '../invitations/invitations.offers.tsx';
import { OwnProofDialog } from '../security/security.offers.tsx';

interface Props {
  /** The group to rename; null creates one. */
  group: { id: number; name: string } | null;
  onClose(): void;
}

/** Asks for the name of a new group, or renames the person's own. */
export function GroupNameDialog({ group, onClose }: Props) {
  const { close, modal } = useFading(onClose);
  const { t } = useTranslation(['groups', 'common']);
  const { refusal } = useMessages('groups');
  const [name, setName] = useState(group?.name ?? '');
  const create = useSubmit(createGroup);
  const rename = useSubmit(editGroup);
  const change = group ? rename : create;

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!name.trim()) return;
    if (group) rename.mutate({ params: { id: group.id }, body: { name } }, { onSuccess: close });
    else create.mutate({ body: { name } }, { onSuccess: close });
  }
  return (
    <CuspModal {...modal} title={t(group ? 'editGroup' : 'createNew')}>
      <form onSubmit={save}>
        <Stack gap="md">
          <TextInput
            label={t('groupName')}
            required
            maxLength={MAX_GROUP_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {change.isError && (
            <Alert color="red" title={t('common:error')} role="alert">
              {refusal(change.error)}
            </Alert>
          )}
          <FormButtons
            submit={t(group ? 'common:save' : 'createGroup')}
            isSending={change.isPending}
            disabled={!name.trim()}
            onCancel={close}
          />
        </Stack>
      </form>
    </CuspModal>
  );
}

/** Invites a person to the group by email address. */
export function InviteDialog({ groupId, onClose }: { groupId: number; onClose(): void }) {
  const { close, modal } = useFading(onClose);
  const { t } = useTranslation(['groups', 'common']);
  const messages = useMessages('groups');
  const [email, setEmail] = useState('');
  const check = useEmailCheck('groupUser', email);
  const change = useSubmit(inviteToGroup);

  function send(event: FormEvent): void {
    event.preventDefault();
    if (check.state !== 'valid') return;
    change.mutate(
      { params: { sg_id: groupId, id: 0 }, body: { email: email.trim() } },
      {
        onSuccess: ({ detail }) => {
          close();
          void messages.showDone(detail);
        },
      },
    );
  }
  return (
    <CuspModal {...modal} title={t('inviteMember')}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('inviteHint')}
          </Text>
          <EmailField value={email} onChange={setEmail} check={check} messages={messages} />
          {change.isError && (
            <Alert color="red" title={t('common:error')} role="alert">
              {messages.refusal(change.error)}
            </Alert>
          )}
          <FormButtons
            submit={t('sendInvite')}
            isSending={change.isPending}
            disabled={check.state !== 'valid'}
            onCancel={close}
          />
        </Stack>
      </form>
    </CuspModal>
  );
}

interface OfferProps {
  member: GroupMember;
  onClose(): void;
}

/**
 * Explains what the member may do as the owner, before the present owner offers the group and proves their identity.
 */
export function OfferDialog({ member, onClose }: OfferProps) {
  const { t } = useTranslation('groups');
  const inform = useInform();
  const offer = useChange(offerGroup);
  const name = member.name || member.email;
  return (
    <OwnProofDialog
      title={t('offer.title')}
      text={t('offer.text', { name, group: member.sg_name })}
      submit={t('offer.make')}
      onClose={onClose}
      act={async (proof) => {
        await offer.mutateAsync({ params: { id: member.sg_id }, body: { ...proof, member: member.id } });
        void inform({ kind: 'info', content: t('offer.sent', { name }) });
      }}
    />
  );
}
