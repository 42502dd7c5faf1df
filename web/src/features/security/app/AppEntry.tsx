import type { Proof, SecurityState } from '@cusp/contract/security';
import { beginApp, confirmApp, removeApp } from '@cusp/contract/security.routes';
import { Button, Stack } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { isTemporary } from '../../../client/api-error.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CodeInput } from '../../../ui/CodeInput.tsx';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { toastDone } from '../../../ui/toast.ts';
import { ProofDialog } from '../proof/ProofDialog.tsx';
import { ProofFields } from '../proof/ProofFields.tsx';
import { factorsOf, type Provable } from '../proof/provable.ts';
import { Entry } from '../Section.tsx';
import { useSecurityChange, useTexts } from '../use-security.ts';
import classes from './app.module.css';

interface Props {
  state: SecurityState;
  onCodes(codes: readonly string[]): void;
}

/** The authenticator app: since when it is required, setting it up, turning it off. */
export function AppEntry({ state, onCodes }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  const remove = useSecurityChange(removeApp);
  const can = factorsOf(state);
  const isLast = state.required && state.passkeys.length === 0;
  return (
    <Entry
      icon={IconDeviceMobile}
      name={t('app.title')}
      lines={[state.app_since ? t('app.since', { date: format.date(state.app_since) }) : t('app.text')]}
    >
      {state.app_since === null ? (
        <Button size="xs" onClick={() => setOpen('set-up')}>
          {t('app.setUp')}
        </Button>
      ) : (
        !isLast && (
          <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
            {t('app.remove')}
          </Button>
        )
      )}
      {open === 'set-up' && <AppSetupDialog can={can} onClose={() => setOpen(null)} onCodes={onCodes} />}
      {open === 'remove' && (
        <ProofDialog
          can={can}
          title={t('app.removeTitle')}
          text={t('app.removeText')}
          submit={t('app.remove')}
          danger
          onClose={() => setOpen(null)}
          act={async (proof) => {
            await remove.mutateAsync({ body: proof });
            toastDone(t('app.removed'));
          }}
        />
      )}
    </Entry>
  );
}

interface DialogProps {
  can: Provable;
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

/** Sets up an authenticator app: identity proof, the secret to scan, a first code. */
function AppSetupDialog({ can, onClose, onCodes }: DialogProps) {
  const { t, errors } = useTexts();
  const { close, modal } = useFading(onClose);
  const [proof, setProof] = useState<Proof>({});
  const [round, setRound] = useState(0);
  const begin = useSubmit(beginApp);
  const confirm = useSecurityChange(confirmApp);
  function start(event: FormEvent): void {
    event.preventDefault();
    // A proof that was not checked can be sent again as it is.
    begin.mutate({ body: proof }, { onError: (cause) => !isTemporary(cause) && setProof({}) });
  }
  // Awaited, because the codes are shown only now, even if the person has closed the dialog.
  const finish = async (code: string) => {
    try {
      const { recovery_codes } = await confirm.mutateAsync({ body: { code } });
      toastDone(t('app.done'));
      if (recovery_codes) onCodes(recovery_codes);
      close();
    } catch {
      setRound((last) => last + 1);
    }
  };
  return (
    <CuspModal {...modal} title={t('app.setUpTitle')}>
      {begin.data ? (
        <ScanStep
          key={round}
          uri={begin.data.uri}
          secret={begin.data.secret}
          busy={confirm.isPending}
          error={confirm.isError ? errorText(errors, confirm.error) : null}
          onCode={(code) => void finish(code)}
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
            <FormButtons submit={t('proof.go')} isSending={begin.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </CuspModal>
  );
}

interface ScanStepProps {
  uri: string;
  secret: string;
  busy: boolean;
  error: string | null;
  onCode(code: string): void;
}

/** The secret as QR code and text, and the first code, which is submitted at the last digit. */
function ScanStep({ uri, secret, busy, error, onCode }: ScanStepProps) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  return (
    <Stack gap="md">
      <p className={classes.line}>{t('app.scan')}</p>
      <QrCode text={uri} label={t('app.qr')} />
      <div>
        <p className={classes.quiet}>{t('app.manual')}</p>
        <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <CodeInput
        label={t('app.enter')}
        value={code}
        onChange={setCode}
        onComplete={onCode}
        disabled={busy}
        invalid={error !== null && code === ''}
      />
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </Stack>
  );
}
