import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettingSection } from '../../../ui/settings/setting-section.ts';
import type { SettingsDraft } from '../use-settings-draft.ts';

const PROJECTIONS = ['perspective', 'parallel'] as const;

/** How the viewer draws scans. */
export function useThreeSection({ values, set }: SettingsDraft): SettingSection {
  const { t } = useTranslation('settings');
  const choices = PROJECTIONS.map((value) => ({ value, label: t(`projection.${value}`) }));
  return {
    key: 'three',
    title: t('groups.three'),
    rows: [
      {
        key: 'projection',
        label: t('projection.label'),
        text: t('projection.text'),
        words: choices.map(({ label }) => label),
        place: 'field',
        control: (ids) => (
          <Select
            {...ids}
            data={choices}
            value={values._3d_projection}
            onChange={(value) => value && set({ _3d_projection: value })}
            allowDeselect={false}
          />
        ),
      },
    ],
  };
}
