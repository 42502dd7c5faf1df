import { CLOSING_DAYS, closeAccount } from '@cusp/contract/closing.routes';
import { PAGES } from '@cusp/contract/pages';
import { Anchor, Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { asksForRegion, brand } from '../../brand/app-info.ts';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useUser } from '../../client/session/session-store.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { findSettings, SettingCard, type SettingSection } from '../../ui/settings/SettingCard.tsx';
import { useUnsavedWarning } from '../../ui/use-unsaved-warning.ts';
import { CloseAccountButton } from '../closing/closing.offers.tsx';
import { useScannersSection } from '../devices/devices.offers.tsx';
import { usePushSection } from '../inbox/push-section.offers.tsx';
import { useOfflineSection } from '../offline/offline-section.offers.tsx';
import { useKeyboardSection } from '../palette/keyboard-section.offers.tsx';
import { useProductionSection } from '../production/production-section.offers.tsx';
import { isRunning, useMove } from '../region-move/region-move.offers.ts';
import { useSecuritySection } from '../security/security.offers.tsx';
import {
  useInboxSection,
  useNotificationKinds,
  useNotificationsSection,
  useThreeSection,
  useViewSection,
} from './sections/draft-sections.tsx';
import { useDisplaySection } from './sections/use-display.tsx';
import { useWorkDaysSection } from './sections/use-work-days.tsx';
import classes from './settings.module.css';
import { useSettingsDraft } from './use-settings-draft.ts';

/** Personal settings: sections of rows that a search filters, and one button that saves them. */
export default function SettingsScreen() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const [search, setSearch] = useState('');
  const draft = useSettingsDraft();
  const work = useWorkDaysSection();
  // The bar asks about its own changes.
  useUnsavedWarning(work.isUnsaved && !draft.isChanged);
  const sections = [
    useViewSection(draft),
    useThreeSection(draft),
    useNotificationsSection(draft),
    useInboxSection(draft),
    usePushSection(useNotificationKinds(draft)),
    useOfflineSection(),
    work.section,
    useScannersSection(),
    useDisplaySection(),
    useKeyboardSection(),
    useSecuritySection(),
    useDataRegionSection(),
    useProductionSection(),
    usePrivacySection(),
  ].filter((section) => section !== null);
  const found = findSettings(sections, search);
  const { hash } = useLocation();
  // Other screens link to a section; the router does not scroll.
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
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
          <div key={section.key} id={section.key} className={classes.section}>
            <SettingCard section={section} />
          </div>
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

const PROFILE_AND_BACK = `${PAGES.profile}?next=${encodeURIComponent(PAGES.settings)}`;

/** The region that stores a person's data, on cloud brands only. It is assigned by the country in the profile. */
function useDataRegionSection(): SettingSection | null {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const { t: common } = useTranslation('common');
  const { data_location: region, data_loc_set_date: since, data_migrated, data_moving } = useUser().settings;
  const format = useFormat();
  const isAsked = asksForRegion();
  const move = useMove(data_moving === true).data?.move;
  const moving = isRunning(move) ? move : null;
  if (!brand().is_cloud) return null;
  const state = data_migrated ? 'region.migrated' : 'region.assigned';
  const assigned = since ? t(state, { date: format.date(since) }) : t('region.open');
  const text = moving ? t('region.moving', { percent: moving.cases_mv_percent }) : assigned;
  return {
    key: 'data',
    title: t('groups.data'),
    rows: [
      {
        key: 'region',
        label: t('region.label'),
        text: isAsked ? text : t('region.only'),
        words: [common(`regions.${region}`)],
        place: 'beside',
        control: (ids) => (
          <span className={classes.region}>
            <output {...ids}>{common(`regions.${region}`)}</output>
            {isAsked && since && (
              <Anchor component={Link} to={PAGES.dataRegion}>
                {t(moving ? 'region.progress' : 'region.move')}
              </Anchor>
            )}
            {isAsked && !since && (
              <Anchor component={Link} to={PROFILE_AND_BACK}>
                {shell('profile')}
              </Anchor>
            )}
          </span>
        ),
      },
    ],
  };
}

/** Links to the access log and the links of the practice, and the closing of the account. */
function usePrivacySection(): SettingSection {
  const { t } = useTranslation('settings');
  return {
    key: 'privacy',
    title: t('groups.privacy'),
    rows: [
      {
        key: 'privacy',
        label: t('privacy.label'),
        text: t('privacy.text'),
        place: 'beside',
        control: (ids) => (
          <Anchor {...ids} component={Link} to={PAGES.privacy}>
            {t('privacy.open')}
          </Anchor>
        ),
      },
      {
        key: 'closing',
        label: t('closing.label'),
        text: t('closing.text', { days: CLOSING_DAYS }),
        place: 'beside',
        control: (ids) => (
          <ChangeableBy route={closeAccount}>
            <CloseAccountButton {...ids} />
          </ChangeableBy>
        ),
      },
    ],
  };
}
