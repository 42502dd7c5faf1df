import { Alert } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlannedFile } from '../../viewer/plan-scene.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import { useFormatLength } from './length-unit.ts';
import styles from './messages.module.css';

/** Millimetres; nothing that is scanned in a mouth is smaller, but a jaw in metres is. */
const tiny = 1;

interface TinyScansProps {
  viewer: Viewer;
  /** Scans that are in the picture in full. */
  shown: readonly PlannedFile[];
}

/** Names scans that are too small to be in millimetres, so that nobody believes what is measured on them. */
export function TinyScans({ viewer, shown }: TinyScansProps) {
  const { t } = useTranslation('viewer');
  const format = useFormatLength();
  const [isRead, setRead] = useState(false);
  const found = shown.flatMap(({ file }) => {
    const size = longestOf(viewer, file.id);
    return size > 0 && size < tiny ? { file, size } : [];
  });
  if (isRead || found.length === 0) return null;
  return (
    <Alert
      className={styles.failures}
      classNames={{ title: styles.alertTitle }}
      color="yellow"
      icon={<IconRuler2 aria-hidden />}
      title={t('tiny.title')}
      role="status"
      withCloseButton
      closeButtonLabel={t('dismiss')}
      onClose={() => setRead(true)}
    >
      <ul className={styles.failureList}>
        {found.map(({ file, size }) => (
          <li key={file.id}>
            <span>
              <strong>{file.filename}</strong>: {t('tiny.text', { size: format(size) })}
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The longest side of a scan, mm; 0 where it is not in the picture. */
function longestOf({ bench }: Viewer, id: number): number {
  const box = bench.boxOf(id);
  if (!box || box.isEmpty()) return 0;
  return Math.max(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z);
}
