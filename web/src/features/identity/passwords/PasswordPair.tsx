import { LIMITS } from '@cusp/contract/limits';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Strength, shownStrength, strengthOf } from './password-strength.ts';
import classes from './passwords.module.css';

interface Props {
  password: PasswordInputProps;
  confirm: PasswordInputProps;
  /** Words that make this person's password weak: names and email address. */
  ownWords?: readonly string[];
}

/** Mantine sets `aria-invalid` on the box around a password, where screen readers do not look. */
const invalid = ({ error }: PasswordInputProps) => ({ 'aria-invalid': Boolean(error) || undefined });

/** A new password with confirmation and a strength meter. */
export function PasswordPair({ password, confirm, ownWords = [] }: Props) {
  const { t } = useTranslation('password');
  const { t: login } = useTranslation('login');
  const [visible, setVisible] = useState(false);
  const shared = {
    autoComplete: 'new-password',
    maxLength: LIMITS.passwordMax,
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: { 'aria-label': login(visible ? 'hidePassword' : 'showPassword') },
  } satisfies PasswordInputProps;
  const value = String(password.value ?? '');
  return (
    <>
      <div>
        <PasswordInput name="password" {...shared} {...password} {...invalid(password)} />
        <StrengthHint
          strength={shownStrength(strengthOf(value, ownWords), Boolean(password.error))}
          empty={value === ''}
          label={t('strength.label')}
        />
      </div>
      <PasswordInput name="password_confirm" {...shared} {...confirm} {...invalid(confirm)} />
    </>
  );
}

function StrengthHint({ strength, empty, label }: { strength: Strength; empty: boolean; label: string }) {
  const { t } = useTranslation('password');
  const words = empty ? t('strength.rule') : `${label}: ${t(`strength.${strength}`)}`;
  return (
    <div className={classes.strength} data-strength={empty ? undefined : strength}>
      <span className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={(!empty && step <= strength) || undefined} />
        ))}
      </span>
      <span role="status">{words}</span>
    </div>
  );
}
