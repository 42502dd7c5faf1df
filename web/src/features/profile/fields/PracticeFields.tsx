import { ROLES } from '@cusp/contract/accounts.routes';
import { LIMITS } from '@cusp/contract/limits';
import type { Profile } from '@cusp/contract/profile';
import { type ComboboxItem, Select, type SelectProps, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { PhoneField } from '../phone/PhoneField.tsx';
import type { PhoneVerification } from '../phone/use-phone-verification.ts';
import { AddressField } from './AddressField.tsx';
import { type CountryChoice, countryChoices, findCountries } from './country-names.ts';
import { LOCKED } from './field-parts.tsx';
import classes from './fields.module.css';

type PracticeField = 'role' | 'institution' | 'country' | 'phone' | 'address';

/** Props that bind an input to a field of the form, by its name on the wire. */
export type FieldProps<Name extends string> = (name: Name) => {
  name: string;
  value: string;
  error?: string;
  disabled?: boolean;
  onChange(value: unknown): void;
  onBlur(): void;
};

interface Props {
  /** Why the role is locked, null if it may change. */
  roleLock?: Profile['role_locked'];
  field: FieldProps<PracticeField>;
  phone: PhoneVerification;
}

/** Workplace and contact; used in sign-up, completion and profile. */
export function PracticeFields({ roleLock = null, field, phone }: Props) {
  const { t } = useTranslation('profile');
  const locked = roleLock && { ...LOCKED, description: t(`roleLocked.${roleLock}`) };
  const country = field('country');
  return (
    <>
      <div className={classes.pair}>
        <RoleSelect {...field('role')} required={!locked} {...locked} />
        <TextInput
          {...field('institution')}
          label={<OptionalLabel text={t('fields.institution')} />}
          autoComplete="organization"
          maxLength={LIMITS.institution}
        />
      </div>
      <div className={classes.pair}>
        <CountrySelect {...country} required />
        <PhoneField {...field('phone')} country={country.value} verification={phone} />
      </div>
      <AddressField {...field('address')} country={country.value} />
    </>
  );
}

interface CountrySelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter'> {
  /** ISO 3166-1 alpha-2, '' if unset. */
  value: string;
  onChange(value: string): void;
}

/** A searchable select of countries by their names in the language of the page. */
export function CountrySelect({ value, onChange, ...props }: CountrySelectProps) {
  const { t, i18n } = useTranslation('profile');
  const data = useMemo(() => countryChoices(i18n.language), [i18n.language]);
  return (
    <Select
      label={t('fields.country')}
      placeholder={t('choose')}
      nothingFoundMessage={t('noCountry')}
      maxDropdownHeight={280}
      {...props}
      data={data}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      filter={({ options, search }) => findCountries(options as CountryChoice[], search) as ComboboxItem[]}
    />
  );
}

interface RoleSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** One of the contract's roles, '' if unset. */
  value: string;
  onChange(value: string): void;
}

/** Selects the kind of institution. */
function RoleSelect({ value, onChange, ...props }: RoleSelectProps) {
  const { t } = useTranslation('profile');
  return (
    <Select
      label={t('fields.role')}
      placeholder={t('choose')}
      {...props}
      data={ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
    />
  );
}
