import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseViewerProps, FailedFile } from './case-viewer.types.ts';
import styles from './messages.module.css';

interface FailedFilesProps {
  failures: readonly FailedFile[];
  /** Whether no scan could be shown at all. */
  nothingLeft: boolean;
  onDownload?: CaseViewerProps['onDownload'];
}

/** Names each file that is not in the picture, says why, and offers it for download. */
export function FailedFiles({ failures, nothingLeft, onDownload }: FailedFilesProps) {
  const { t } = useTranslation('viewer');
  const [dismissed, setDismissed] = useState(0);
  if (failures.length === 0 || dismissed === failures.length) return null;
  return (
    <Alert
      className={styles.failures}
      classNames={{ title: styles.alertTitle }}
      color={nothingLeft ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden />}
      title={nothingLeft ? t('nothingShown') : t('notShown', { count: failures.length })}
      role="alert"
      withCloseButton={!nothingLeft}
      closeButtonLabel={t('dismiss')}
      onClose={() => setDismissed(failures.length)}
    >
      <ul className={styles.failureList}>
        {failures.map(({ planned: { file }, reason }) => (
          <li key={file.id}>
            <span>
              <strong>{file.filename}</strong>: {t(`errors.${reason}`)}
            </span>
            {onDownload && (
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconDownload size={14} aria-hidden />}
                onClick={() => onDownload(file)}
              >
                {t('download')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
