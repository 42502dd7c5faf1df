import { PAGES } from '@cusp/contract/pages';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { SettingSection } from '../../../ui/settings/SettingCard.tsx';
import classes from './data-region.module.css';

const PROFILE_AND_BACK = `${PAGES.profile}?next=${encodeURIComponent(PAGES.settings)}`;

/** Where a person's data is stored; the cloud brands tell. It is assigned by the country in the profile. */
export function useDataRegionSection(): SettingSection | null {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const { data_location: region, data_loc_set_date: since, data_migrated } = useUser().settings;
  const format = useFormat();
  const { odm, other_region_url } = appInfo();
  if (!odm.is_cloud) return null;
  // Without a second region there is nowhere the data could have come from.
  const state = data_migrated && other_region_url ? 'region.migrated' : 'region.assigned';
  return {
    key: 'data',
    title: t('groups.data'),
    rows: [
      {
        key: 'region',
        label: t('region.label'),
        text: since ? t(state, { date: format.date(since) }) : t('region.open'),
        words: [t(`region.${region}`)],
        place: 'beside',
        control: (ids) => (
          <span className={classes.region}>
            <output {...ids}>{t(`region.${region}`)}</output>
            {!since && (
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
