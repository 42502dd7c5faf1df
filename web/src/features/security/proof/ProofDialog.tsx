import type { Proof } from '@cusp/contract/security';
import { Button, Group, Stack } from '@mantine/core';
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { isTemporary } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useSecurityState, useTexts } from '../use-security.ts';
import { ProofFields } from './ProofFields.tsx';
import { type Provable, provableBy } from './provable.ts';

interface Props {
  can: Provable;
  title: string;
  text: string;
  submit: string;
  danger?: boolean;
  /** Further fields, above the proof. */
  children?: ReactNode;
  onClose(): void;
  /** Runs after the proof; errors are shown in the dialog. False if it was not done, and the dialog stays. */
  act(proof: Proof): Promise<unknown>;
}

/** Asks for an identity proof for a change of the account's security, and makes the change. */
export function ProofDialog({ can, title, text, submit, danger, children, onClose, act }: Props) {
  const { errors } = useTexts();
  const { close, modal } = useFading(onClose);
  const [proof, setProof] = useState<Proof>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      if ((await act(proof)) === false) setProof({});
      else close();
    } catch (cause) {
      setError(cause);
      if (!isTemporary(cause)) setProof({});
    } finally {
      setBusy(false);
    }
  }
  return (
    <CuspModal {...modal} title={title}>
      <form onSubmit={(event) => void confirm(event)}>
        <Stack gap="md">
          <p style={{ margin: 0 }}>{text}</p>
          {children}
          <ProofFields
            can={can}
            value={proof}
            onChange={setProof}
            error={error === null ? null : errorText(errors, error)}
          />
          <FormButtons submit={submit} isSending={busy} danger={danger} onCancel={close} />
        </Stack>
      </form>
    </CuspModal>
  );
}

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
