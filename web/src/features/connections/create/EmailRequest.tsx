import { CONNECTION_LIMITS, requestConnection } from '@cusp/contract/connections';
import { Alert, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { EmailField, useEmailCheck, useMessages } from '../../invitations/invitations.offers.tsx';
import { CHANGED } from '../use-connections.ts';
import { RequestButtons } from './RequestButtons.tsx';

interface Props {
  onSent(email: string, detail: string | undefined): void;
  onCancel(): void;
}

/** A request to an address, which need not have an account yet. */
export function EmailRequest({ onSent, onCancel }: Props) {
  const { t } = useTranslation(['connections', 'common']);
  const messages = useMessages('connections');
  const [email, setEmail] = useState('');
  const [alias, setAlias] = useState('');
  const [text, setText] = useState('');
  const check = useEmailCheck('signup', email);
  const change = useSubmit(requestConnection, { stale: CHANGED });
  const isReady = check.state === 'valid' && text.trim() !== '';

  function send(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    const address = email.trim();
    change.mutate(
      { params: { id: 0 }, body: { email: address, alias, text } },
      { onSuccess: ({ detail }) => onSent(address, detail) },
    );
  }

  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <EmailField value={email} onChange={setEmail} check={check} messages={messages} />
        <TextInput
          label={t('fields.alias')}
          description={t('createDialog.aliasHint')}
          value={alias}
          maxLength={CONNECTION_LIMITS.alias}
          onChange={(event) => setAlias(event.currentTarget.value)}
        />
        <Textarea
          label={t('fields.message')}
          required
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          maxLength={CONNECTION_LIMITS.message}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {change.isError && (
          <Alert color="red" title={t('common:error')} role="alert">
            {messages.refusal(change.error)}
          </Alert>
        )}
        <RequestButtons isReady={isReady} isSending={change.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
