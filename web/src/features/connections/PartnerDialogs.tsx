import type { Connection } from '@cusp/contract/connections';
import { CONNECTION_LIMITS, editConnection } from '@cusp/contract/connections.routes';
import { Alert, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { useMessages } from '../invitations/invitations.offers.tsx';
import { calledBy } from './connection-name.ts';

/** Edits the alias of a connection on the reader's side. */
export function EditAliasDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { close, modal } = useFading(onClose);
  const { t } = useTranslation(['connections', 'common']);
  const { refusal } = useMessages('connections');
  const [alias, setAlias] = useState(connection.alias);
  const change = useSubmit(editConnection);
  function save(event: FormEvent): void {
    event.preventDefault();
    change.mutate({ params: { id: connection.id }, body: { alias } }, { onSuccess: close });
  }
  return (
    <CuspModal {...modal} title={t('editTitle')}>
      <form onSubmit={save}>
        <Stack gap="md">
          <TextInput
            label={t('fields.alias')}
            description={t('editHint', {
              name: calledBy({ ...connection, alias: '' }) || t('common:unknown'),
            })}
            value={alias}
            maxLength={CONNECTION_LIMITS.alias}
            onChange={(event) => setAlias(event.currentTarget.value)}
            data-autofocus
          />
          {change.isError && (
            <Alert color="red" title={t('apiError')} role="alert">
              {refusal(change.error)}
            </Alert>
          )}
          <FormButtons submit={t('common:save')} isSending={change.isPending} onCancel={close} />
        </Stack>
      </form>
    </CuspModal>
  );
}
