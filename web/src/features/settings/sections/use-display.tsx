import { type MantineColorScheme, SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../../client/choose-language.ts';
import { isLanguage, LANGUAGE_CODES, LANGUAGE_NAMES } from '../../../i18n/languages.ts';
import type { SettingSection } from '../../../ui/settings/setting-section.ts';

const LANGUAGES = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
const SCHEMES = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

/** Language and appearance; unlike the other settings they change at once. */
export function useDisplaySection(): SettingSection {
  const { t, i18n } = useTranslation('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = SCHEMES.map((value) => ({ value, label: t(`scheme.${value}`) }));
  return {
    key: 'display',
    title: t('groups.display'),
    rows: [
      {
        key: 'language',
        label: t('language.label'),
        text: t('language.text'),
        words: LANGUAGES.map(({ label }) => label),
        place: 'field',
        control: (ids) => (
          <Select
            {...ids}
            data={LANGUAGES}
            value={i18n.language}
            onChange={(value) => isLanguage(value) && void chooseLanguage(value)}
            allowDeselect={false}
            maxDropdownHeight={320}
          />
        ),
      },
      {
        key: 'scheme',
        label: t('scheme.label'),
        text: t('scheme.text'),
        words: schemes.map(({ label }) => label),
        place: 'field',
        control: (ids) => (
          <SegmentedControl
            {...ids}
            fullWidth
            aria-label={t('scheme.label')}
            data={schemes}
            value={colorScheme}
            onChange={(value) => setColorScheme(value)}
          />
        ),
      },
    ],
  };
}
