import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../ui/FileName.tsx';
import type { LeftOutFile, ViewerFile } from '../../viewer/plan-scene.ts';
import { ScanLine, UnitLine } from '../scans/scans.offers.tsx';
import styles from './panels.module.css';

/** What each scan of the case was taken for, those that are not in the picture too. */
export function ScanList({
  files,
  leftOut,
}: {
  files: readonly ViewerFile[];
  leftOut: readonly LeftOutFile[];
}) {
  const { t } = useTranslation(['scans', 'viewer']);
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
            <UnitLine file={file} />
            {leftOut
              .filter((each) => each.file.id === file.id)
              .map(({ reason, shown }) => (
                <Text key={reason} size="xs">
                  {t('viewer:leftOut.inList', {
                    reason: t(`viewer:leftOut.${reason}`, { name: shown ?? '' }),
                  })}
                </Text>
              ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
