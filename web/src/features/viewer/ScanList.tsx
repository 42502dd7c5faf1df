import { useTranslation } from 'react-i18next';
import { FileName } from '../../ui/FileName.tsx';
import type { ViewerFile } from '../../viewer/plan-scene.ts';
import { ScanLine } from '../scans/scans.offers.tsx';
import styles from './panels.module.css';

/** What each scan of the case was taken for, those that are not in the picture too. */
export function ScanList({ files }: { files: readonly ViewerFile[] }) {
  const { t } = useTranslation('scans');
  const scans = files.flatMap(({ scan, ...file }) => (scan ? [{ ...file, scan }] : []));
  if (scans.length === 0) return null;
  return (
    <details className={styles.scans}>
      <summary>{t('list')}</summary>
      <ul className={styles.scanList}>
        {scans.map((file) => (
          <li key={file.id}>
            <FileName name={file.filename} />
            <ScanLine file={file} />
          </li>
        ))}
      </ul>
    </details>
  );
}
