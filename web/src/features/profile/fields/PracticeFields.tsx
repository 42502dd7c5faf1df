import { LIMITS } from '@cusp/contract/identity';
import type { Profile } from '@cusp/contract/profile';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PhoneField } from '../phone/PhoneField.tsx';
import type { PhoneVerification } from '../phone/use-phone-verification.ts';
import { AddressField } from './AddressField.tsx';
import { CountrySelect } from './CountrySelect.tsx';
import classes from './fields.module.css';
import { HINT_BELOW, LOCKED } from './locked.tsx';
import { OptionalLabel } from './OptionalLabel.tsx';
import { RoleSelect } from './RoleSelect.tsx';

type PracticeField = 'role' | 'institution' | 'country' | 'phone' | 'address';

/** Ties an input to its field of a form, by the name it is sent and checked under. */
export type FieldProps<Name extends string> = (name: Name) => {
  name: string;
  value: string;
  error?: string;
  disabled?: boolean;
  onChange(value: unknown): void;
  onBlur(): void;
};

interface Props {
  /** Why the role stays as it is, null when it may change. */
  roleLock?: Profile['role_locked'];
  field: FieldProps<PracticeField>;
  phone: PhoneVerification;
}

/** Where somebody works and how to reach them; in sign-up, completion and profile. */
export function PracticeFields({ roleLock = null, field, phone }: Props) {
  const { t } = useTranslation('profile');
  const locked = roleLock && { ...LOCKED, description: t(`roleLocked.${roleLock}`) };
  const country = field('country');
  return (
    <>
      <div className={classes.pair}>
        <RoleSelect {...field('role')} {...HINT_BELOW} {...locked} />
        <TextInput
          {...field('institution')}
          label={<OptionalLabel text={t('fields.institution')} />}
          autoComplete="organization"
          maxLength={LIMITS.institution}
        />
      </div>
      <div className={classes.pair}>
        <CountrySelect {...country} />
        <PhoneField {...field('phone')} country={country.value} verification={phone} />
      </div>
      <AddressField {...field('address')} country={country.value} />
    </>
  );
}
