import { SUGGESTED_FROM, suggestAddresses } from '@cusp/contract/addresses.routes';
import { LIMITS } from '@cusp/contract/limits';
import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import { useCall } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import classes from './fields.module.css';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  /** Country of the form, ISO 3166-1 alpha-2 or ''; limits the suggestions. */
  country: string;
}

const AUTO_COMPLETE = 'street-address';
/** Debounce of the suggestions. */
const PAUSE_MS = 250;

/** A one-line address. With a configured provider it has suggestions; any other text is allowed. */
export function AddressField({ country, onChange, ...props }: Props) {
  const { t } = useTranslation('profile');
  const shared = {
    ...props,
    label: <OptionalLabel text={t('fields.address')} />,
    maxLength: LIMITS.address,
  };
  if (appInfo().address_provider) return <Completed {...shared} country={country} onChange={onChange} />;
  return (
    <TextInput
      {...shared}
      autoComplete={AUTO_COMPLETE}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Completed({ value, onChange, onBlur, country, ...props }: Props) {
  const id = useId();
  const [typing, setTyping] = useState(false);
  const addresses = useAddresses(value, country, typing);
  const opened = addresses.length > 0;
  const combobox = useCombobox({ opened, onOpenedChange: setTyping });
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(address) => {
        setTyping(false);
        onChange(address);
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete={AUTO_COMPLETE}>
        <TextInput
          {...props}
          id={id}
          aria-autocomplete="list"
          value={value}
          onChange={(event) => {
            setTyping(true);
            combobox.resetSelectedOption();
            onChange(event.currentTarget.value);
          }}
          onBlur={() => {
            setTyping(false);
            onBlur();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options labelledBy={`${id}-label`}>
          {addresses.map((address) => (
            <Combobox.Option key={address} value={address}>
              {address}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        <Combobox.Footer className={classes.source}>
          <span translate="no">{appInfo().address_provider}</span>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Address suggestions for the input; empty without typing or if the provider fails. */
function useAddresses(value: string, country: string, typing: boolean): readonly string[] {
  const [form] = useState(uuid);
  const typed = value.trim();
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const { data } = useCall(
    suggestAddresses,
    { body: { text, country, language: currentLanguage(), form } },
    ['user', 'addresses', text, country],
    {
      enabled: typing && text === typed && text.length >= SUGGESTED_FROM,
      placeholderData: (before) => before,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: false,
    },
  );
  if (!typing || typed.length < SUGGESTED_FROM) return [];
  return data?.addresses.filter((address) => address !== typed) ?? [];
}
