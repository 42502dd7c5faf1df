import { fixesRegion } from '@cusp/contract/storage-region';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import { useUser } from '../../../client/session/session-store.ts';
import { useConfirm, useInform } from '../../../ui/dialogs/confirm-context.ts';
import { countryName } from '../fields/country-names.ts';

/** Saving a profile fixes the storage region of people who have none; they are told, and asked first. */
export function useRegionAgreement() {
  const { t, i18n } = useTranslation('profile');
  const { settings } = useUser();
  const inform = useInform();
  const confirm = useConfirm();
  const { odm, server_loc } = appInfo();
  const isAskedFor = (country: string): boolean =>
    fixesRegion({ isCloud: odm.is_cloud, isSet: settings.data_loc_set, country, serverLoc: server_loc });
  return {
    isAskedFor,
    /** False when the person does not agree; nothing is saved then. */
    async agreed(country: string): Promise<boolean> {
      if (!isAskedFor(country)) return true;
      await inform({ kind: 'info', content: t('region.info') });
      return confirm({
        title: t('region.title'),
        content: t('region.content', { country: countryName(country, i18n.language) }),
      });
    },
  };
}
