import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';

/** Leads to the other region's site, where one is configured; it wears the default brand, so only that one shows it. */
export function RegionButton() {
  const { t } = useTranslation('login');
  const { odm, other_region_url, server_loc } = appInfo();
  if (!odm.is_default_brand || !other_region_url) return null;
  return (
    <Button component="a" href={`${other_region_url}/login`} variant="default">
      {t(`region.${server_loc === 'EU' ? 'US' : 'EU'}`)}
    </Button>
  );
}
