import type { MeshErrorCode } from '@cusp/mesh/mesh';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HelpLink } from '../help/help.offers.tsx';
import styles from './messages.module.css';

/** Shows why a mesh cannot be shown in 3D, next to the listed file. */
export function CannotShow({ reason }: { reason: MeshErrorCode }) {
  const { t } = useTranslation('viewer');
  return (
    <span className={styles.cannotShow}>
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {t('cannotShow', { reason: t(`errors.${reason}`) })} <HelpLink to="scans#formats" />
      </span>
    </span>
  );
}
