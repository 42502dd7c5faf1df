import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../client/choose-language.ts';
import { isLanguage, LANGUAGE_CODES, LANGUAGE_NAMES } from '../../i18n/languages.ts';
import classes from './user-menu.module.css';

const choices = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The language of the page and of the person's mails. */
export function LanguageRow() {
  const { t, i18n } = useTranslation('shell');
  return (
    <div className={classes.row}>
      <NativeSelect
        size="xs"
        label={t('language')}
        data={choices}
        value={i18n.language}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && void chooseLanguage(value)}
      />
    </div>
  );
}
