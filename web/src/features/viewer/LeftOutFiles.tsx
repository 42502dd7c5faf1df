import { Alert } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeftOutFile } from '../../viewer/plan-scene.ts';
import styles from './messages.module.css';

/**
 * Names the scans that are not in the picture because a newer file shows the same. Bite scans, which most cases have,
 * are named in the list of scans only.
 */
export function LeftOutFiles({ files }: { files: readonly LeftOutFile[] }) {
  const { t } = useTranslation('viewer');
  const replaced = files.filter(({ reason }) => reason !== 'bite');
  const names = replaced.map(({ file }) => file.filename).join('/');
  const [read, setRead] = useState('');
  if (replaced.length === 0 || read === names) return null;
  return (
    <Alert
      className={styles.failures}
      classNames={{ title: styles.alertTitle }}
      color="gray"
      icon={<IconEyeOff aria-hidden />}
      title={t('leftOut.title', { count: replaced.length })}
      role="status"
      withCloseButton
      closeButtonLabel={t('dismiss')}
      onClose={() => setRead(names)}
    >
      <ul className={styles.failureList}>
        {replaced.map(({ file, reason, shown }) => (
          <li key={file.id}>
            <span>
              <strong>{file.filename}</strong>: {t(`leftOut.${reason}`, { name: shown ?? '' })}
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
