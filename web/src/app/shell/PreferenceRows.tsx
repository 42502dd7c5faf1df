import { LANGUAGE_NAMES } from '@cusp/text/languages';
import {
  type MantineColorScheme,
  NativeSelect,
  SegmentedControl,
  useMantineColorScheme,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../client/choose-language.ts';
import { isLanguage, LANGUAGE_CODES } from '../../i18n/languages.ts';
import classes from './user-menu.module.css';

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Light, dark, or following the system. */
export function AppearanceRow() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.row}>
      <div className={classes.label}>{t('scheme.label')}</div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('scheme.label')}
        data={SCHEMES.map((value) => ({ value, label: t(`scheme.${value}`) }))}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </div>
  );
}

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
