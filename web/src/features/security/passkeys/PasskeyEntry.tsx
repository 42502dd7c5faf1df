import { type Passkey, removePasskey, type SecurityState } from '@cusp/contract/security';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubmit } from '../../../client/use-call.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastDone } from '../../../ui/toast.ts';
import { Entry } from '../Entry.tsx';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { provableBy } from '../proof/provable.ts';
import { STATE_KEY } from '../use-security.ts';
import { useTexts } from '../use-texts.ts';
import { RenameDialog } from './RenameDialog.tsx';

/** One passkey: its name, when it was made and used, renaming and removing it. */
export function PasskeyEntry({ passkey, state }: { passkey: Passkey; state: SecurityState }) {
  const { t } = useTexts();
  const format = useFormat();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const remove = useSubmit(removePasskey, { stale: [STATE_KEY] });
  const { name } = passkey;
  const isLast = state.required && state.passkeys.length === 1 && state.app_since === null;
  const used = passkey.last_used_at
    ? t('passkeys.used', { date: format.dateTime(passkey.last_used_at) })
    : t('passkeys.unused');
  return (
    <Entry
      icon={IconFingerprint}
      name={name}
      lines={[
        `${t('passkeys.created', { date: format.date(passkey.created_at) })} · ${used}`,
        ...(passkey.here ? [] : [t('passkeys.elsewhere')]),
      ]}
    >
      <Button
        size="xs"
        variant="default"
        aria-label={t('passkeys.renameOne', { name })}
        onClick={() => setOpen('rename')}
      >
        {t('passkeys.rename')}
      </Button>
      {!isLast && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('passkeys.removeOne', { name })}
          onClick={() => setOpen('remove')}
        >
          {t('passkeys.remove')}
        </Button>
      )}
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <ProofDialog
          can={provableBy(state)}
          title={t('passkeys.removeTitle')}
          text={t('passkeys.removeText', { name })}
          submit={t('passkeys.remove')}
          danger
          onClose={() => setOpen(null)}
          act={async (proof) => {
            await remove.mutateAsync({ params: { id: passkey.id }, body: proof });
            toastDone(t('passkeys.removed'));
          }}
        />
      )}
    </Entry>
  );
}
