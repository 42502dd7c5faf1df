import { CONNECTION_LIMITS, requestConnection } from '@cusp/contract/connections.routes';
import { Alert, Stack, Tabs, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../client/session/session-store.ts';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useInform } from '../../../ui/dialogs/confirm-context.ts';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { isSendable, LongTextarea } from '../../../ui/LongTextarea.tsx';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { EmailField, useEmailCheck, useMessages } from '../../invitations/invitations.offers.tsx';
import { LabRequest } from './LabRequest.tsx';
import classes from './lab-picker.module.css';

const WIDE = 694;
const NARROW = 320;

/** Requests a connection by email address; clinics can also pick a lab. */
export function CreateConnectionDialog({ onClose }: { onClose(): void }) {
  const { close, modal } = useFading(onClose);
  const { t } = useTranslation('connections');
  const small = useSmallScreen();
  const session = useSession();
  const inform = useInform();
  const messages = useMessages('connections');
  const isClinic = 'user' in session && session.user.inst_type_guessed === 'Clinic';

  /** If the other side has already sent a request, both are connected at once. */
  function sent(email: string, detail: string | undefined): void {
    close();
    const content =
      detail === 'request email sent' ? t('createDialog.sent', { email }) : messages.done(detail);
    void inform({ kind: 'info', content });
  }

  const byEmail = <EmailRequest onSent={sent} onCancel={close} />;
  return (
    <CuspModal {...modal} title={t('create')} size={small ? NARROW : WIDE}>
      {isClinic ? (
        <Tabs defaultValue="email">
          <Tabs.List grow={small} mb="md">
            <Tabs.Tab value="email">{t('createDialog.withYourLab')}</Tabs.Tab>
            <Tabs.Tab value="lab">{t('createDialog.selectPartner')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="email" className={classes.panel}>
            {byEmail}
          </Tabs.Panel>
          <Tabs.Panel value="lab" className={classes.panel}>
            <LabRequest onSent={sent} onCancel={close} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        byEmail
      )}
    </CuspModal>
  );
}

interface Props {
  onSent(email: string, detail: string | undefined): void;
  onCancel(): void;
}

/** A request to an email address, which need not have an account yet. */
function EmailRequest({ onSent, onCancel }: Props) {
  const { t } = useTranslation(['connections', 'common']);
  const messages = useMessages('connections');
  const [email, setEmail] = useState('');
  const [alias, setAlias] = useState('');
  const [text, setText] = useState('');
  const check = useEmailCheck('signup', email);
  const change = useSubmit(requestConnection);
  const isReady = check.state === 'valid' && isSendable(text, CONNECTION_LIMITS.message);

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
          label={<OptionalLabel text={t('fields.alias')} />}
          description={t('createDialog.aliasHint')}
          value={alias}
          maxLength={CONNECTION_LIMITS.alias}
          onChange={(event) => setAlias(event.currentTarget.value)}
        />
        <LongTextarea
          label={t('fields.message')}
          required
          minRows={3}
          maxRows={8}
          value={text}
          max={CONNECTION_LIMITS.message}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {change.isError && (
          <Alert color="red" title={t('common:error')} role="alert">
            {messages.refusal(change.error)}
          </Alert>
        )}
        <FormButtons
          submit={t('createDialog.submit')}
          isSending={change.isPending}
          disabled={!isReady}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
