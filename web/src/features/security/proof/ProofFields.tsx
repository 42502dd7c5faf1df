import type { Proof } from '@cusp/contract/security';
import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTexts } from '../use-security.ts';
import type { Provable } from './provable.ts';

interface Props {
  can: Provable;
  value: Proof;
  onChange(proof: Proof): void;
  error: string | null;
}

/** Asks for the password, or for a code if the person has any; one is enough. */
export function ProofFields({ can, value, onChange, error }: Props) {
  const { t } = useTexts();
  const { t: login } = useTranslation('login');
  const [byCode, setByCode] = useState(!can.password);
  const [shown, setShown] = useState(false);
  if (!can.password && !can.code) return error && <p role="alert">{error}</p>;
  const other = byCode ? can.password : can.code;
  return (
    <>
      {byCode ? (
        <TextInput
          label={t('proof.code')}
          autoComplete="one-time-code"
          description={can.freshSignIn && t('proof.optional')}
          required={!can.freshSignIn}
          withAsterisk={false}
          maxLength={40}
          value={value.code ?? ''}
          onChange={(event) => onChange({ code: event.currentTarget.value })}
          error={error}
          data-autofocus
        />
      ) : (
        <PasswordInput
          label={t('proof.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={value.password ?? ''}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
          error={error}
          aria-invalid={Boolean(error) || undefined}
          visible={shown}
          onVisibilityChange={setShown}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': login(shown ? 'hidePassword' : 'showPassword') }}
          data-autofocus
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
    </>
  );
}
