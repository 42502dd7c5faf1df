import { LIMITS } from '@cusp/contract/limits';
import { newTicket, TICKET_LIMITS } from '@cusp/contract/tickets.routes';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ChangeEvent, FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptInput } from '../../../client/session/kept-input.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { isSendable, LongTextarea } from '../../../ui/LongTextarea.tsx';
import { toastDone } from '../../../ui/toast.ts';

interface Props {
  isOpen: boolean;
  /** The recipient unless another one is typed. */
  support: string;
  allowed: readonly string[];
  onClose(): void;
}

/** Name under which the input is kept for the next session. */
export const TICKET_FORM = 'ticket';

const FIELDS = ['recipient', 'title', 'description'] as const;
type Field = (typeof FIELDS)[number];

const emptyTicket = () => ({
  recipient: null as string | null,
  title: '',
  description: '',
  key: crypto.randomUUID(),
});

/** Form for a ticket. The typed text stays when the dialog is closed or the server refuses it. */
export function NewTicketDialog({ isOpen, support, allowed, onClose }: Props) {
  const { t } = useTranslation('admin-tickets');
  const { t: words } = useTranslation('errors');
  const [values, setValues] = useKeptInput(TICKET_FORM, emptyTicket);
  const send = useSubmit(newTicket, { stale: [['admin-tickets']] });
  const { error } = send;
  const ticket = { ...values, recipient: values.recipient ?? support };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { ...ticket, recipient: ticket.recipient.trim() };
    send.mutate(
      { body },
      {
        onSuccess: ({ recipient }) => {
          toastDone(t('new.sent', { recipient }));
          setValues(emptyTicket());
          onClose();
        },
      },
    );
  };
  const field = (name: Field) => {
    const issue = error?.issueOf(name);
    return {
      label: t(`columns.${name}`),
      required: true,
      value: ticket[name],
      error: issue && (error?.code === 'invalid_input' ? issue.message : errorText(words, error)),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        // The failed ticket may have arrived although its reply was lost, so a changed text becomes another ticket.
        const key = error ? crypto.randomUUID() : values.key;
        setValues({ ...values, key, [name]: event.currentTarget.value });
        send.reset();
      },
    };
  };
  const isElsewhere = error && !FIELDS.some((name) => error.issueOf(name));
  const isComplete =
    ticket.recipient.trim() &&
    ticket.title.trim() &&
    isSendable(ticket.description, TICKET_LIMITS.description);
  return (
    <CuspModal opened={isOpen} size="lg" onClose={onClose} title={t('new.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {isElsewhere && (
            <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
              {errorText(words, error)}
            </Alert>
          )}
          <TextInput
            type="email"
            autoComplete="off"
            maxLength={LIMITS.email}
            description={allowed.length > 0 ? t('new.allowed', { addresses: allowed.join(', ') }) : undefined}
            {...field('recipient')}
          />
          <TextInput data-autofocus autoComplete="off" maxLength={TICKET_LIMITS.title} {...field('title')} />
          <LongTextarea
            minRows={8}
            maxRows={16}
            max={TICKET_LIMITS.description}
            description={t('new.hint')}
            {...field('description')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('new.cancel')}
            </Button>
            <Button type="submit" loading={send.isPending} disabled={!isComplete}>
              {t('new.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </CuspModal>
  );
}
