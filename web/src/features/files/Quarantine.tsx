import type { FileVersion } from '@cusp/contract/cases';
import { IconShieldSearch, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './quarantine.module.css';

/** Whether the reader cannot get the file now; its uploader can while it waits for the scan. */
export const isClosed = ({ quarantine, uploader }: FileVersion): boolean =>
  quarantine !== undefined && !(quarantine === 'waiting' && uploader);

/** Shows why a file is closed, next to its name. */
export function Quarantine({ file: { quarantine } }: { file: FileVersion }) {
  const { t } = useTranslation('files');
  if (!quarantine) return null;
  const Icon = quarantine === 'waiting' ? IconShieldSearch : IconShieldX;
  return (
    <span className={classes.quarantine} data-waiting={quarantine === 'waiting' || undefined}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {t(`quarantine.${quarantine}`)}
    </span>
  );
}
