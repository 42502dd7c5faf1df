import { Button, Group } from '@mantine/core';
import type { ComponentProps } from 'react';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useSecurityState, useTexts } from '../use-security.ts';
import { ProofDialog } from './ProofDialog.tsx';
import { provableBy } from './provable.ts';

/** The dialog outside the security page: asks the server first how the person can prove who they are. */
export function OwnProofDialog(props: Omit<ComponentProps<typeof ProofDialog>, 'can'>) {
  const { common } = useTexts();
  const security = useSecurityState();
  const { close, modal } = useFading(props.onClose);
  if (security.data) return <ProofDialog {...props} can={provableBy(security.data)} />;
  return (
    <CuspModal {...modal} title={props.title}>
      {security.error ? (
        <ErrorState error={security.error} onRetry={() => void security.refetch()} />
      ) : (
        <LoadingState rows={4} height={32} />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {common('cancel')}
        </Button>
      </Group>
    </CuspModal>
  );
}
