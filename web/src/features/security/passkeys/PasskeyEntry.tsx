import type { Passkey, SecurityState } from '@cusp/contract/security';
import { removePasskey, renamePasskey, SECURITY_LIMITS } from '@cusp/contract/security.routes';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastDone } from '../../../ui/toast.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { factorsOf } from '../proof/provable.ts';
import { Entry } from '../Section.tsx';
import { useSecurityChange, useTexts } from '../use-security.ts';

/** One passkey: its name, creation and last use, with rename and remove. */
export function PasskeyEntry({ passkey, state }: { passkey: Passkey; state: SecurityState }) {
  const { t } = useTexts();
  const format = useFormat();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const remove = useSecurityChange(removePasskey);
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
        [t('passkeys.created', { date: format.date(passkey.created_at) }), used],
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
          can={factorsOf(state)}
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

/** Renames a passkey. */
function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t, common, errors } = useTexts();
  const { close, modal } = useFading(onClose);
  const [name, setName] = useState(passkey.name);
  const rename = useSecurityChange(renamePasskey);
  const message = useFieldMessages();
  function save(event: FormEvent): void {
    event.preventDefault();
    rename.mutate({ params: { id: passkey.id }, body: { name: name.trim() } }, { onSuccess: close });
  }
  return (
    <CuspModal {...modal} title={t('passkeys.renameTitle')}>
      <form onSubmit={save}>
        <Stack gap="md">
          <TextInput
            {...message('name', rename.isError && errorText(errors, rename.error))}
            label={t('passkeys.name')}
            required
            maxLength={SECURITY_LIMITS.passkeyName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <FormButtons submit={common('save')} isSending={rename.isPending} onCancel={close} />
        </Stack>
      </form>
    </CuspModal>
  );
}
