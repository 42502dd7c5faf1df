import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { findSettings } from '../../ui/settings/find-settings.ts';
import { SettingCard } from '../../ui/settings/SettingCard.tsx';
import { useSecuritySection } from '../security/security.offers.tsx';
import { useDataRegionSection } from './sections/use-data-region.tsx';
import { useDisplaySection } from './sections/use-display.tsx';
import { useNotificationsSection } from './sections/use-notifications.tsx';
import { useThreeSection } from './sections/use-three.tsx';
import { useViewSection } from './sections/use-view.tsx';
import classes from './settings.module.css';
import { useSettingsDraft } from './use-settings-draft.ts';

/** Personal settings: sections of rows that a search narrows down, and one button that saves them. */
export default function SettingsScreen() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const [search, setSearch] = useState('');
  const draft = useSettingsDraft();
  const sections = [
    useViewSection(draft),
    useThreeSection(draft),
    useNotificationsSection(draft),
    useDisplaySection(),
    useSecuritySection(),
    useDataRegionSection(),
  ].filter((section) => section !== null);
  const found = findSettings(sections, search);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <search className={classes.search}>
        <TextInput
          type="text"
          enterKeyHint="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            search && <CloseButton size="sm" aria-label={common('clear')} onClick={() => setSearch('')} />
          }
        />
      </search>
      <div className={classes.sections}>
        {found.map((section) => (
          <SettingCard key={section.key} section={section} />
        ))}
        {found.length === 0 && (
          <EmptyState
            title={t('nothing.title')}
            icon={<IconSearch size={22} />}
            action={
              <Button variant="default" size="sm" onClick={() => setSearch('')}>
                {t('nothing.clear')}
              </Button>
            }
          />
        )}
      </div>
      <SaveBar
        save={t('save')}
        isChanged={draft.isChanged}
        busy={draft.isSaving}
        onCancel={draft.cancel}
        onSave={draft.save}
      />
    </div>
  );
}
