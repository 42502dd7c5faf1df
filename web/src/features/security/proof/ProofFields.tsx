import type { Proof } from '@cusp/contract/security';
import { passkeyProof } from '@cusp/contract/security.routes';
import { Anchor, Button, type MantineSize, PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../client/call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import { askPasskey, PasskeyProblem } from '../passkeys/passkeys.offers.ts';
import { useTexts } from '../use-security.ts';
import type { Provable } from './provable.ts';

interface Props {
  can: Provable;
  value: Proof;
  onChange(proof: Proof): void;
  error: string | null;
  size?: MantineSize;
}

/** Asks for the password, or for a code, one of which is enough, or for both; a passkey takes the place of both. */
export function ProofFields({ can, value, onChange, error, size = 'sm' }: Props) {
  const { t } = useTexts();
  const [byCode, setByCode] = useState(!can.password);
  const message = useFieldMessages();
  if (value.credential)
    return (
      <p role="status" style={{ margin: 0 }}>
        {t('proof.passkeyUsed')}
      </p>
    );
  if (!can.password && !can.code) return error && <p role="alert">{error}</p>;
  const other = !can.both && (byCode ? can.password : can.code);
  return (
    <>
      {(can.both || !byCode) && (
        <PasswordField value={value} onChange={onChange} error={can.both ? null : error} isFirst />
      )}
      {(can.both || byCode) && (
        <TextInput
          {...message('code', error)}
          label={t('proof.code')}
          autoComplete="one-time-code"
          description={can.freshSignIn && t('proof.optional')}
          required={!can.freshSignIn}
          maxLength={40}
          value={value.code ?? ''}
          onChange={(event) => onChange({ ...value, code: event.currentTarget.value || undefined })}
          size={size}
          data-autofocus={!can.both || undefined}
        />
      )}
      {other && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            setByCode(!byCode);
            onChange({});
          }}
        >
          {t(byCode ? 'proof.usePassword' : 'proof.useCode')}
        </Anchor>
      )}
      {can.passkey && <PasskeyButton size={size} onProof={onChange} />}
    </>
  );
}

type FieldProps = Omit<Props, 'can'> & { isFirst?: boolean };

function PasswordField({ value, onChange, error, isFirst }: FieldProps) {
  const { t } = useTexts();
  const { t: login } = useTranslation('login');
  const [shown, setShown] = useState(false);
  const message = useFieldMessages();
  return (
    <PasswordInput
      {...message('password', error)}
      label={t('proof.password')}
      autoComplete="current-password"
      required
      value={value.password ?? ''}
      onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': login(shown ? 'hidePassword' : 'showPassword') }}
      data-autofocus={isFirst}
    />
  );
}

/** Lets the browser verify the person by a passkey, whose answer is the whole proof. */
function PasskeyButton({ size, onProof }: { size: MantineSize; onProof(proof: Proof): void }) {
  const { t, errors } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function use(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const { options } = await call(passkeyProof, {});
      onProof({ credential: await askPasskey(options) });
    } catch (error) {
      setProblem(
        error instanceof PasskeyProblem
          ? t(`proof.passkeyProblem.${error.kind === 'given-up' ? 'given-up' : 'failed'}`)
          : errorText(errors, error),
      );
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={busy}
        onClick={() => void use()}
      >
        {t('proof.passkey')}
      </Button>
      {problem && (
        <p role="alert" style={{ margin: 0 }}>
          {problem}
        </p>
      )}
    </>
  );
}
