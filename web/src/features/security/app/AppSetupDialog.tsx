import { beginApp, confirmApp, type Proof } from '@cusp/contract/security';
import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { toastDone } from '../../../ui/toast.ts';
import { ProofFields } from '../proof/ProofFields.tsx';
import type { Provable } from '../proof/provable.ts';
import { STATE_KEY } from '../use-security.ts';
import { useTexts } from '../use-texts.ts';
import { ScanStep } from './ScanStep.tsx';

interface Props {
  can: Provable;
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

/** Sets up an authenticator app: whose account it is, the secret to scan, a first code. */
export function AppSetupDialog({ can, onClose, onCodes }: Props) {
  const { t, common, errors } = useTexts();
  const { close, modal } = useFading(onClose);
  const [proof, setProof] = useState<Proof>({});
  const [round, setRound] = useState(0);
  const begin = useSubmit(beginApp);
  const confirm = useSubmit(confirmApp, { stale: [STATE_KEY] });
  function start(event: FormEvent): void {
    event.preventDefault();
    begin.mutate({ body: proof }, { onError: () => setProof({}) });
  }
  const finish = (code: string) =>
    confirm.mutate(
      { body: { code } },
      {
        onSuccess: ({ recovery_codes }) => {
          toastDone(t('app.done'));
          if (recovery_codes) onCodes(recovery_codes);
          close();
        },
        onError: () => setRound((last) => last + 1),
      },
    );
  return (
    <CuspModal {...modal} title={t('app.setUpTitle')}>
      {begin.data ? (
        <ScanStep
          key={round}
          uri={begin.data.uri}
          secret={begin.data.secret}
          busy={confirm.isPending}
          error={confirm.isError ? errorText(errors, confirm.error) : null}
          onCode={finish}
        />
      ) : (
        <form onSubmit={start}>
          <Stack gap="md">
            <p style={{ margin: 0 }}>{t('app.setUpText')}</p>
            <ProofFields
              can={can}
              value={proof}
              onChange={setProof}
              error={begin.isError ? errorText(errors, begin.error) : null}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {common('cancel')}
              </Button>
              <Button type="submit" loading={begin.isPending}>
                {t('proof.go')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </CuspModal>
  );
}
