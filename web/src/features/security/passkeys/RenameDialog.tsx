import { type Passkey, renamePasskey, SECURITY_LIMITS } from '@cusp/contract/security';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { STATE_KEY } from '../use-security.ts';
import { useTexts } from '../use-texts.ts';

/** Names a passkey anew. */
export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t, common, errors } = useTexts();
  const { close, modal } = useFading(onClose);
  const [name, setName] = useState(passkey.name);
  const rename = useSubmit(renamePasskey, { stale: [STATE_KEY] });
  function save(event: FormEvent): void {
    event.preventDefault();
    rename.mutate({ params: { id: passkey.id }, body: { name: name.trim() } }, { onSuccess: close });
  }
  return (
    <CuspModal {...modal} title={t('passkeys.renameTitle')}>
      <form onSubmit={save}>
        <Stack gap="md">
          <TextInput
            label={t('passkeys.name')}
            required
            withAsterisk={false}
            maxLength={SECURITY_LIMITS.passkeyName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={rename.isError ? errorText(errors, rename.error) : null}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </CuspModal>
  );
}
