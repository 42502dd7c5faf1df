import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeftOutFile } from '../../viewer/plan-scene.ts';
import type { Surfaces } from '../../viewer/surfaces.ts';
import type { Viewer } from '../../viewer/viewer.types.ts';
import type { CaseViewerProps } from './case-viewer.types.ts';
import styles from './messages.module.css';
import type { Scene } from './scene/use-scene.ts';
import { useWatched } from './use-watched.ts';

interface FailedFilesProps {
  scene: Pick<Scene, 'status' | 'failures' | 'retry'>;
  onDownload?: CaseViewerProps['onDownload'];
}

/** Lists each file that could not be shown with the reason and a download; failed downloads can be tried again. */
export function FailedFiles({ scene, onDownload }: FailedFilesProps) {
  const { status, failures, retry } = scene;
  const nothingLeft = status === 'failed';
  const { t } = useTranslation('viewer');
  const { t: common } = useTranslation('common');
  const key = failures.map(({ planned: { file }, reason }) => `${file.id} ${reason}`).join('/');
  const [dismissed, setDismissed] = useState('');
  if (failures.length === 0 || dismissed === key) return null;
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
      onClose={() => setDismissed(key)}
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
      {failures.some(({ reason }) => reason === 'download') && (
        <Button className={styles.reopen} size="xs" variant="default" onClick={retry}>
          {common('retry')}
        </Button>
      )}
    </Alert>
  );
}

/**
 * Lists the scans that are not shown because a newer file shows the same. Bite scans, which most cases have, are only
 * in the list of scans.
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

/** Milliseconds that a message stays. */
const wordStays = 8000;

/** Shows for a while which files were added while the viewer was open. */
export function Arrived({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('viewer');
  const text = names.join(', ');
  const [read, setRead] = useState('');
  useEffect(() => {
    setRead('');
    const timer = setTimeout(() => setRead(text), wordStays);
    return () => clearTimeout(timer);
  }, [text]);
  if (text === read) return null;
  return (
    <Text size="sm" className={styles.arrived} role="status">
      {t('arrived', { names: text })}
    </Text>
  );
}

interface LostPictureProps {
  /** It has been missing for so long that it probably will not return. */
  isGone: boolean;
  onReopen(): void;
}

/** Reports a lost WebGL context, and offers to reopen the viewer if it does not return. */
export function LostPicture({ isGone, onReopen }: LostPictureProps) {
  const { t } = useTranslation('viewer');
  return (
    <Alert
      className={styles.lost}
      classNames={{ title: styles.alertTitle }}
      color="yellow"
      role="alert"
      title={t(isGone ? 'lost.stayedTitle' : 'lost.title')}
    >
      {t(isGone ? 'lost.stayedText' : 'lost.text')}
      {isGone && (
        <Button className={styles.reopen} size="xs" onClick={onReopen}>
          {t('lost.reopen')}
        </Button>
      )}
    </Alert>
  );
}

interface LostMeasuringProps {
  viewer: Pick<Viewer, 'restartSurfaces' | 'focus'> & { context: { surfaces: Pick<Surfaces, 'isBroken'> } };
}

/** Shows that measuring is unavailable because its worker failed, and offers to restart it. */
export function LostMeasuring({ viewer }: LostMeasuringProps) {
  const { t } = useTranslation('viewer');
  const { t: common } = useTranslation('common');
  if (!useWatched(viewer.context.surfaces.isBroken)) return null;
  return (
    <Alert
      className={styles.lost}
      classNames={{ title: styles.alertTitle }}
      color="yellow"
      role="alert"
      title={t('lost.measuringTitle')}
    >
      {t('lost.measuringText')}
      <Button
        className={styles.reopen}
        size="xs"
        onClick={() => {
          viewer.restartSurfaces();
          // The button disappears with its message.
          viewer.focus();
        }}
      >
        {common('retry')}
      </Button>
    </Alert>
  );
}
