import type { Proof, SecurityState } from '@cusp/contract/security';
import { addPasskey, passkeyCreation, SECURITY_LIMITS } from '@cusp/contract/security.routes';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../client/call.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { factorsOf, type Provable } from '../proof/provable.ts';
import { Section } from '../Section.tsx';
import classes from '../security.module.css';
import { useSecurityChange, useTexts } from '../use-security.ts';
import { PasskeyEntry } from './PasskeyEntry.tsx';
import { makePasskey, PasskeyProblem } from './passkeys.offers.ts';

interface Props {
  state: SecurityState;
  onCodes(codes: readonly string[]): void;
}

/** The passkeys of the account. */
export function PasskeysSection({ state, onCodes }: Props) {
  const { t } = useTexts();
  const [adding, setAdding] = useState(false);
  const canAdd = state.passkeys_here && 'PublicKeyCredential' in window;
  return (
    <Section
      title={t('passkeys.title')}
      text={t(canAdd ? 'passkeys.text' : 'passkeys.unsupported')}
      action={
        canAdd && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {state.passkeys.length === 0 ? (
        <p className={classes.empty}>{t('passkeys.none')}</p>
      ) : (
        <ul className={classes.list}>
          {state.passkeys.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey} state={state} />
          ))}
        </ul>
      )}
      {adding && (
        <AddPasskeyDialog can={factorsOf(state)} onClose={() => setAdding(false)} onCodes={onCodes} />
      )}
    </Section>
  );
}

interface AddPasskeyDialogProps {
  can: Provable;
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

/** Asks for a name and an identity proof, and lets the browser create the passkey. */
function AddPasskeyDialog({ can, onClose, onCodes }: AddPasskeyDialogProps) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const message = useFieldMessages();
  const keep = useSecurityChange(addPasskey);

  async function add(proof: Proof): Promise<boolean> {
    const { options } = await call(passkeyCreation, { body: proof });
    const credential = await makePasskey(options).catch((error: unknown) => {
      if (!(error instanceof PasskeyProblem)) throw error;
      toastError(t(`passkeys.problem.${error.kind}`));
      return null;
    });
    if (!credential) return false;
    const body = { name: name.trim(), credential };
    const { recovery_codes } = await keep.mutateAsync({ body });
    toastDone(t('passkeys.added'));
    if (recovery_codes) onCodes(recovery_codes);
    return true;
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
        {...message('name')}
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        required
        maxLength={SECURITY_LIMITS.passkeyName}
        value={name}
        // Spaces alone are no name; the server would refuse them after the browser has made the passkey.
        onChange={(event) => setName(event.currentTarget.value.trimStart())}
        data-autofocus
      />
    </ProofDialog>
  );
}
