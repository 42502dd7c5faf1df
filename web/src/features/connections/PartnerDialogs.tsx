import type { Connection } from '@cusp/contract/connections';
import { CONNECTION_LIMITS, editConnection } from '@cusp/contract/connections.routes';
import { Alert, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { useMessages } from '../invitations/invitations.offers.tsx';
import { calledBy, placeOf } from './connection-name.ts';
import classes from './connections.module.css';

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

/** The details of a partner. */
export function InfoDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { modal } = useFading(onClose);
  const { t, i18n } = useTranslation(['connections', 'common']);
  const name = calledBy(connection) || t('common:unknown');
  const rows = [
    ['name', connection.is_unknown ? t('common:unknown') : connection.name],
    ['alias', connection.alias],
    ['email', connection.email],
    ['institution', connection.institution],
    ['phone', connection.phone],
    ['address', placeOf(connection, i18n.language)],
    ['message', connection.text],
    ['owner', connection.is_owner ? '' : connection.owner.username || t('common:unknown')],
  ] as const;
  return (
    <CuspModal {...modal} title={t('common:info')}>
      <div className={classes.person}>
        <PersonAvatar name={connection.name || name} picture={connection.picture} size={48} />
        <p className={classes.name}>{name}</p>
      </div>
      {connection.in_other_region && <p>{t('elsewhereMeans')}</p>}
      <dl className={classes.facts}>
        {rows
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <div key={key} className={classes.fact}>
              <dt>{t(`fields.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </CuspModal>
  );
}
