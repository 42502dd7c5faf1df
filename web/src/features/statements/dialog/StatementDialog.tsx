import type { ReplyFrom } from '@cusp/contract/endpoints';
import { statementForm } from '@cusp/contract/statements.routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { type CuspKey, useCall } from '../../../client/use-call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useLeaveQuestion } from '../../../ui/dialogs/use-leave-question.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useUnsavedWarning } from '../../../ui/use-unsaved-warning.ts';
import { StatementForm, type Work } from './StatementForm.tsx';

interface Props {
  caseId: number;
  no: string;
  opened: boolean;
  onClose(): void;
}

/** The form of the next statement. It is requested each time the dialog opens, because order and profile change. */
export default function StatementDialog({ caseId, no, opened, onClose }: Props) {
  const { t } = useTranslation('statements');
  const isPhone = useSmallScreen();
  const key: CuspKey = ['statements', caseId, 'form'];
  const [wasOpened, setWasOpened] = useState(false);
  /** Data with which the open form began. It is not reloaded, because that would remove the input. */
  const [form, setForm] = useState<ReplyFrom<typeof statementForm> | null>(null);
  const [work, setWork] = useState<Work>('unchanged');
  const mayLeave = useLeaveQuestion();
  const once = useSingleFlight();
  useUnsavedWarning(opened && work !== 'unchanged');
  const { data, error, isFetching, refetch } = useCall(statementForm, { params: { id: caseId } }, key, {
    enabled: opened && form === null,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setForm(null);
      setWork('unchanged');
    }
  } else if (opened && form === null && data && !isFetching) setForm(data);
  // Escape in the question reaches this dialog too.
  const close = () =>
    once(async () => {
      if (work === 'unchanged' || (await mayLeave())) onClose();
    });
  const isFirst = !form || form.after === 0;
  return (
    <CuspModal
      opened={opened}
      onClose={() => void close()}
      size={720}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      title={isFirst ? t('form.title', { no }) : t('form.titleNext', { no, version: form.after + 1 })}
    >
      {form ? (
        <StatementForm
          caseId={caseId}
          after={form.after}
          initial={form.fields}
          isLocked={work === 'sent'}
          onWork={setWork}
          onCancel={() => void close()}
          onIssued={onClose}
        />
      ) : error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={6} height={48} />
      )}
    </CuspModal>
  );
}
