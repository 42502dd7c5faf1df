import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CountryChoice, countryChoices, findCountries } from './country-names.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter'> {
  /** ISO 3166-1 alpha-2, '' for none. */
  value: string;
  onChange(value: string): void;
}

/** Countries by their names in the language of the page; typing searches. */
export function CountrySelect({ value, onChange, ...props }: Props) {
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
