import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';

/** Leads to the other region's site; the cloud brand has one where it is configured. */
export function RegionButton() {
  const { t } = useTranslation('login');
  const { odm, other_region_url, server_loc } = appInfo();
  if (!odm.is_cloud || !other_region_url) return null;
  return (
    <Button component="a" href={`${other_region_url}/login`} variant="default">
      {t(`region.${server_loc === 'EU' ? 'US' : 'EU'}`)}
    </Button>
  );
}
