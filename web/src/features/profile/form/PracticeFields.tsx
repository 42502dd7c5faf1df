import { LIMITS } from '@cusp/contract/identity';
import type { Profile } from '@cusp/contract/profile';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountrySelect } from '../fields/CountrySelect.tsx';
import { OptionalLabel } from '../fields/OptionalLabel.tsx';
import { RoleSelect } from '../fields/RoleSelect.tsx';
import { PhoneField } from '../phone/PhoneField.tsx';
import type { PhoneVerification } from '../phone/use-phone-verification.ts';
import { HINT_BELOW, LOCKED } from './locked.tsx';
import classes from './profile-form.module.css';
import type { FieldProps } from './profile-values.ts';

interface Props {
  /** Why the role stays as it is, null when it may change. */
  roleLock: Profile['role_locked'];
  field: FieldProps;
  phone: PhoneVerification;
}

/** Where somebody works and how to reach them. */
export function PracticeFields({ roleLock, field, phone }: Props) {
  const { t } = useTranslation('profile');
  const locked = roleLock && { ...LOCKED, description: t(`roleLocked.${roleLock}`) };
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
        <CountrySelect {...field('country')} />
        <PhoneField {...field('phone')} country={field('country').value} verification={phone} />
      </div>
      <TextInput
        {...field('address')}
        label={<OptionalLabel text={t('fields.address')} />}
        autoComplete="street-address"
        maxLength={LIMITS.address}
      />
    </>
  );
}
