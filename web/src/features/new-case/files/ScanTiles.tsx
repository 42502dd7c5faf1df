import { scannedJaw } from '@cusp/mesh/classify-scan';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AttachmentList } from '../../files/files.offers.tsx';
import classes from './files.module.css';
import type { DraftFiles } from './use-draft-files.ts';

export const JAWS = ['upper', 'lower'] as const;

/** The scans of the draft by jaw: which were recognised, and their files. Scans that are uploading are named. */
export function ScanTiles({ files: { files, all, error, refetch } }: { files: DraftFiles }) {
  const { t } = useTranslation('new-case');
  return (
    <ul className={classes.jaws} aria-label={t('files.jaws')}>
      {JAWS.map((jaw) => {
        const stored = files.filter((file) => scannedJaw(file) === jaw);
        const names = all.filter((file) => scannedJaw(file) === jaw).map(({ filename }) => filename);
        const Icon = stored.length > 0 ? IconCircleCheck : IconCircleDashed;
        const coming = names.filter((name) => stored.every(({ filename }) => filename !== name));
        return (
          <li key={jaw} className={classes.jaw} data-found={stored.length > 0 || undefined}>
            <span className={classes.jawHead}>
              <Icon size={18} stroke={1.7} aria-hidden />
              <span className={classes.jawName}>{t(`files.scanOf.${jaw}`)}</span>
              {(names.length === 0 || coming.length > 0) && (
                <span className={classes.scans}>
                  {names.length === 0 ? t('files.noScan') : [...new Set(coming)].join(', ')}
                </span>
              )}
            </span>
            {stored.length > 0 && (
              <AttachmentList
                files={stored}
                label={t(`files.scanOf.${jaw}`)}
                error={error}
                onRetry={() => void refetch()}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
