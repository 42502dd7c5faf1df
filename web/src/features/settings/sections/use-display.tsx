import type { Language } from '@cusp/contract/wire';
import { LANGUAGE_NAMES } from '@cusp/text/languages';
import {
  Button,
  type MantineColorScheme,
  SegmentedControl,
  Select,
  useMantineColorScheme,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../../client/choose-language.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { isLanguage, LANGUAGE_CODES } from '../../../i18n/languages.ts';
import type { SettingSection } from '../../../ui/settings/SettingCard.tsx';
import classes from './display.module.css';

const LANGUAGES = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
const SCHEMES = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

/** Language and appearance; unlike other settings they apply at once. */
export function useDisplaySection(): SettingSection {
  const { t } = useTranslation('settings');
  const language = currentLanguage();
  const { language: mails } = useUser().settings;
  // The page switches at once, the mails only with the server's response; until then they must not be
  // reported as different.
  const [isChanging, setChanging] = useState(false);
  const change = (next: Language) => {
    setChanging(true);
    void chooseLanguage(next).finally(() => setChanging(false));
  };
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
          <>
            <Select
              {...ids}
              aria-label={t('language.label')}
              data={LANGUAGES}
              value={language}
              onChange={(value) => isLanguage(value) && change(value)}
              allowDeselect={false}
              maxDropdownHeight={320}
            />
            {mails !== language && !isChanging && <MailLanguage mails={mails} page={language} />}
          </>
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

/** Offers to set the mails to the page's language when this browser uses a different one. */
function MailLanguage({ mails, page }: { mails: Language; page: Language }) {
  const { t } = useTranslation('settings');
  return (
    <div className={classes.mails} role="note">
      <span>{t('language.mails', { language: LANGUAGE_NAMES[mails] })}</span>
      <Button
        variant="transparent"
        size="compact-sm"
        h="auto"
        px={0}
        classNames={{ label: classes.wrapped }}
        onClick={() => void chooseLanguage(page)}
      >
        {t('language.same', { language: LANGUAGE_NAMES[page] })}
      </Button>
    </div>
  );
}
