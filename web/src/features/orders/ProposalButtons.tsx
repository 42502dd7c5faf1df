import type { Proposal } from '@cusp/contract/order-fields';
import { answerProposal, REASON_LIMIT, withdrawProposal } from '@cusp/contract/orders.routes';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../client/api-error.ts';
import { refreshAfter } from '../../client/live/refresh-after.ts';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { OptionalLabel } from '../../ui/OptionalLabel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';

interface Props {
  caseId: number;
  proposal: Proposal;
}

/** Reports an error. If the proposal has ended, reloads the case. */
function useTrouble() {
  const { t } = useTranslation('orders');
  const { t: errors } = useTranslation('errors');
  const queries = useQueryClient();
  return (error: ApiError) => {
    if (error.status === 409 || error.status === 404) refreshAfter(queries, answerProposal);
    const name = error.changedBy;
    toastError(
      error.code === 'proposal_over' && name ? t('proposal.overBy', { name }) : errorText(errors, error),
    );
  };
}

/** Accept and Decline, for the recipient's side. */
export function AnswerButtons({ caseId, proposal }: Props) {
  const { t } = useTranslation('orders');
  const onError = useTrouble();
  const [isDeclining, setDeclining] = useState(false);
  const answer = useSubmit(answerProposal, { onError });
  const params = { id: caseId, proposal: proposal.id };
  const { version } = proposal;
  return (
    <>
      <Button variant="default" disabled={answer.isPending} onClick={() => setDeclining(true)}>
        {t('proposal.decline')}
      </Button>
      <Button
        loading={answer.isPending}
        onClick={() =>
          answer.mutate(
            { params, body: { version, answer: 'accept' } },
            { onSuccess: () => toastDone(t('proposal.accepted')) },
          )
        }
      >
        {t('proposal.accept')}
      </Button>
      <CuspModal opened={isDeclining} onClose={() => setDeclining(false)} title={t('proposal.declineTitle')}>
        <DeclineForm
          isSending={answer.isPending}
          onCancel={() => setDeclining(false)}
          onDecline={(reason) =>
            answer.mutate(
              { params, body: { version, answer: 'decline', reason } },
              {
                onSuccess: () => {
                  setDeclining(false);
                  toastDone(t('proposal.declined'));
                },
              },
            )
          }
        />
      </CuspModal>
    </>
  );
}

interface DeclineFormProps {
  isSending: boolean;
  onCancel(): void;
  onDecline(reason: string): void;
}

/** Asks for the reason, which stays if the request fails. */
function DeclineForm({ isSending, onCancel, onDecline }: DeclineFormProps) {
  const { t } = useTranslation(['orders', 'common']);
  const [reason, setReason] = useState('');
  return (
    <Stack gap="md">
      <Text size="sm">{t('proposal.declineText')}</Text>
      <Textarea
        label={<OptionalLabel text={t('proposal.reasonLabel')} />}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value.replaceAll('\u0000', ''))}
        maxLength={REASON_LIMIT}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button color="red" loading={isSending} onClick={() => onDecline(reason)}>
          {t('proposal.decline')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Withdraws the proposal after confirmation, for the author's side. */
export function WithdrawButton({ caseId, proposal }: Props) {
  const { t } = useTranslation('orders');
  const confirm = useConfirm();
  const onError = useTrouble();
  const withdraw = useSubmit(withdrawProposal, { onError });
  const ask = async () => {
    const isSure = await confirm({
      title: t('proposal.withdrawTitle'),
      content: t('proposal.withdrawText'),
      ok: t('proposal.withdraw'),
    });
    if (!isSure) return;
    withdraw.mutate(
      { params: { id: caseId, proposal: proposal.id } },
      { onSuccess: () => toastDone(t('proposal.withdrawn')) },
    );
  };
  return (
    <Button variant="default" loading={withdraw.isPending} onClick={() => void ask()}>
      {t('proposal.withdraw')}
    </Button>
  );
}
