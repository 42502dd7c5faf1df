import type { ScanClass } from '@cusp/contract/mesh/scan-roles';
import { useTranslation } from 'react-i18next';

/**
 * Says what a scan shows, as in 'Margin line, tooth FDI 36' and 'Pre-op scan, lower jaw'. Scanners number in FDI
 * whatever the order does, so the number says so.
 */
export function useScanWords(): (scan: ScanClass) => string {
  const { t } = useTranslation('scans');
  return ({ role, jaw, tooth }) => {
    if (tooth) return t('withTooth', { role: t(`roles.${role}`), tooth: `FDI ${tooth}` });
    if (!jaw) return t(`roles.${role}`);
    return role === 'jaw'
      ? t(`jaws.${jaw}`)
      : t('withJaw', { role: t(`roles.${role}`), jaw: t(`jaws.${jaw}`) });
  };
}
