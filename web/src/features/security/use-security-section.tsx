import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { SettingSection } from '../../ui/settings/SettingCard.tsx';
import { useTexts } from './use-security.ts';

/** Leads from the settings to the security page; found by the words of its sections. */
export function useSecuritySection(): SettingSection {
  const { t } = useTexts();
  return {
    key: 'security',
    title: t('title'),
    rows: [
      {
        key: 'security',
        label: t('settings.label'),
        text: t('text'),
        words: [t('twoStep.title'), t('app.title'), t('recovery.title'), t('passkeys.title')],
        place: 'beside',
        control: (ids) => (
          <Button {...ids} component={Link} to={PAGES.security} variant="default" size="sm">
            {t('settings.open')}
          </Button>
        ),
      },
    ],
  };
}
