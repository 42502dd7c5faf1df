import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettingSection } from '../../../ui/settings/setting-section.ts';
import type { SettingsDraft } from '../use-settings-draft.ts';

const MAILS = ['post_publish_email', 'post_edit_email', 'comment_add_email', 'comment_edit_email'] as const;

/** Which mails a person gets. */
export function useNotificationsSection({ values, set }: SettingsDraft): SettingSection {
  const { t } = useTranslation('settings');
  return {
    key: 'notifications',
    title: t('groups.notifications'),
    rows: MAILS.map((mail) => ({
      key: mail,
      label: t(`${mail}.label`),
      text: t(`${mail}.text`),
      place: 'beside',
      control: (ids) => (
        <Switch
          {...ids}
          checked={values[mail]}
          onChange={(event) => set({ [mail]: event.currentTarget.checked })}
        />
      ),
    })),
  };
}
