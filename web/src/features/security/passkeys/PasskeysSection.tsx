import type { SecurityState } from '@cusp/contract/security';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { provableBy } from '../proof/provable.ts';
import { Section } from '../Section.tsx';
import classes from '../security.module.css';
import { useTexts } from '../use-texts.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { PasskeyEntry } from './PasskeyEntry.tsx';

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
        <AddPasskeyDialog can={provableBy(state)} onClose={() => setAdding(false)} onCodes={onCodes} />
      )}
    </Section>
  );
}
