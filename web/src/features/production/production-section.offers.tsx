import { PAGES } from '@cusp/contract/pages';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SettingSection } from '../../ui/settings/SettingCard.tsx';

/** Link to the steps of the practice, among the settings. */
export function useProductionSection(): SettingSection {
  const { t } = useTranslation('production');
  return {
    key: 'production',
    title: t('settings.group'),
    rows: [
      {
        key: 'production',
        label: t('settings.label'),
        text: t('settings.text'),
        place: 'beside',
        control: (ids) => (
          <Anchor {...ids} component={Link} to={PAGES.production}>
            {t('settings.open')}
          </Anchor>
        ),
      },
    ],
  };
}
