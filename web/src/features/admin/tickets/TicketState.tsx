import type { Ticket } from '@cusp/contract/tickets';
import { retryTicket } from '@cusp/contract/tickets.routes';
import { Badge, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';

const COLORS = { queued: 'gray', sent: 'green', failed: 'red' } as const;

/** The state of a ticket's delivery; a failed one can be sent again. */
export function TicketState({ ticket: { id, state, attempts } }: { ticket: Ticket }) {
  const { t } = useTranslation('admin-tickets');
  const { t: words } = useTranslation('errors');
  const retry = useSubmit(retryTicket, { stale: [['admin-tickets']], isStaleOnError: true });
  const again = () =>
    retry.mutate({ params: { id } }, { onError: (error) => toastError(errorText(words, error)) });
  return (
    <Group gap={8}>
      <Badge variant="light" miw="max-content" tt="none" color={COLORS[state]}>
        {state === 'queued' && attempts > 0 ? t('states.trying', { count: attempts }) : t(`states.${state}`)}
      </Badge>
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={again}>
          {t('retry')}
        </Button>
      )}
    </Group>
  );
}
