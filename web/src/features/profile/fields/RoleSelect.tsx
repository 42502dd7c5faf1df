import { ROLES } from '@cusp/contract/identity';
import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** One of the contract's roles, '' for none. */
  value: string;
  onChange(value: string): void;
}

/** What kind of institution a person works for. */
export function RoleSelect({ value, onChange, ...props }: Props) {
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
