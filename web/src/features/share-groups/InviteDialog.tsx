import { inviteToGroup } from '@cusp/contract/share-groups.routes';
import { Alert, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { EmailField, useEmailCheck, useMessages } from '../invitations/invitations.offers.tsx';

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
