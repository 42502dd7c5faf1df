import { NativeSelect } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../../client/choose-language.ts';
import { isLanguage, LANGUAGE_CODES, LANGUAGE_NAMES } from '../../../i18n/languages.ts';

const choices = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

export function LanguageSelect() {
  const { t, i18n } = useTranslation('login');
  return (
    <NativeSelect
      aria-label={t('language')}
      leftSection={<IconWorld size={16} aria-hidden />}
      data={choices}
      value={i18n.language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && void chooseLanguage(value)}
    />
  );
}
