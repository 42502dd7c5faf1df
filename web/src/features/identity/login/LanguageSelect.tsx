import { LANGUAGE_NAMES } from '@cusp/text/languages';
import { NativeSelect } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../../client/choose-language.ts';
import { isLanguage, LANGUAGE_CODES } from '../../../i18n/languages.ts';
import classes from './login.module.css';

const choices = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The language of the page. A failure is shown below it, because the code of notifications may not be loaded either. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation('login');
  /** The name of the language that could not be loaded. */
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <NativeSelect
      className={classes.language}
      aria-label={t('language')}
      leftSection={<IconWorld size={16} aria-hidden />}
      data={choices}
      value={i18n.language}
      error={failed && t('languageFailed', { name: failed })}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget: { value } }) => {
        setFailed(null);
        if (isLanguage(value)) void chooseLanguage(value, () => setFailed(LANGUAGE_NAMES[value]));
      }}
    />
  );
}
