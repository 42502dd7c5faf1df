import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettingSection } from '../../../ui/settings/setting-section.ts';
import type { SettingsDraft } from '../use-settings-draft.ts';

/** Whether the page follows what others do. */
export function useViewSection({ values, set }: SettingsDraft): SettingSection {
  const { t } = useTranslation('settings');
  return {
    key: 'view',
    title: t('groups.view'),
    rows: [
      {
        key: 'autoRefresh',
        label: t('autoRefresh.label'),
        text: t('autoRefresh.text'),
        place: 'beside',
        control: (ids) => (
          <Switch
            {...ids}
            checked={values.use_auto_refresh}
            onChange={(event) => set({ use_auto_refresh: event.currentTarget.checked })}
          />
        ),
      },
    ],
  };
}
