import { addPasskey, type Proof, passkeyCreation, SECURITY_LIMITS } from '@cusp/contract/security';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../client/call.ts';
import { makePasskey, PasskeyProblem } from '../../../client/passkeys.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import type { Provable } from '../proof/provable.ts';
import { STATE_KEY } from '../use-security.ts';
import { useTexts } from '../use-texts.ts';

interface Props {
  can: Provable;
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

/** Names a passkey, shows whose account it is, and lets the browser make it. */
export function AddPasskeyDialog({ can, onClose, onCodes }: Props) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const keep = useSubmit(addPasskey, { stale: [STATE_KEY] });

  async function add(proof: Proof): Promise<void> {
    const { options } = await call(passkeyCreation, { body: proof });
    const credential = await makePasskey(options).catch((error: unknown) => {
      if (!(error instanceof PasskeyProblem)) throw error;
      toastError(t(`passkeys.problem.${error.kind}`));
      return null;
    });
    if (!credential) return;
    const body = { name: name.trim(), credential };
    const { recovery_codes } = await keep.mutateAsync({ body });
    toastDone(t('passkeys.added'));
    if (recovery_codes) onCodes(recovery_codes);
  }

  return (
    <ProofDialog
      can={can}
      title={t('passkeys.addTitle')}
      text={t('passkeys.addText')}
      submit={t('proof.go')}
      onClose={onClose}
      act={add}
    >
      <TextInput
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        required
        withAsterisk={false}
        maxLength={SECURITY_LIMITS.passkeyName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </ProofDialog>
  );
}
