import { ActionIcon, Alert, Button, Progress, Tooltip } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconFileUpload,
  IconPlayerStop,
  IconRefresh,
  IconWifiOff,
  IconWorldShare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text.ts';
import { FileMeta, FileName, FileRow } from '../../../ui/FileRow.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './upload-list.module.css';
import { countedItems, type SkippedFile, shareSent, type UploadItem } from './upload-queue.ts';
import type { UseUploads } from './use-uploads.tsx';

const ICONS = {
  waiting: IconClock,
  sending: IconFileUpload,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  canceled: IconPlayerStop,
};

const AWAITED = { connection: IconWifiOff, move: IconWorldShare };

/** The uploads with their progress, and the skipped files with the reason. Renders nothing if both are empty. */
export function UploadList({ uploads }: { uploads: UseUploads }) {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const { items, skipped, isRunning } = uploads;
  const done = items.filter(({ state }) => state === 'done').length;
  const { length: count } = countedItems(items);
  const isOver = done === items.length;
  if (items.length === 0 && skipped.length === 0) return null;
  return (
    <div className={classes.uploads}>
      {skipped.length > 0 && <Skipped skipped={skipped} onClose={uploads.clear} closable={!isRunning} />}
      {items.length > 0 && (
        <section className={classes.card} aria-label={t('uploads')}>
          <div className={classes.total}>
            <span role="status">{t('progress', { done, count })}</span>
            {isRunning && (
              <Button size="compact-sm" variant="subtle" color="red" onClick={uploads.cancel}>
                {common('cancel')}
              </Button>
            )}
            {!isRunning && !isOver && (
              <Button size="compact-sm" variant="light" onClick={uploads.resume}>
                {t('resume')}
              </Button>
            )}
            {!isRunning && (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={uploads.clear}>
                {t('dismiss')}
              </Button>
            )}
          </div>
          <Progress
            value={shareSent(items) * 100}
            size="sm"
            aria-label={t('uploads')}
            transitionDuration={150}
          />
          <ul className={classes.items}>
            {items.map((item) => (
              <Upload
                key={item.key}
                item={item}
                canRetry={!isRunning}
                onRetry={() => uploads.retry(item.key)}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Upload({ item, canRetry, onRetry }: { item: UploadItem; canRetry: boolean; onRetry(): void }) {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const { size } = useFormat();
  const { file, state, sent, awaited, isUnchanged, error } = item;
  const isRetryable = canRetry && (state === 'failed' || state === 'canceled');
  const stateText = {
    waiting: t('waiting'),
    sending: awaited ? t(`awaits.${awaited}`) : t('sent', { sent: size(sent), size: size(file.size) }),
    done: isUnchanged ? t('unchanged') : size(file.size),
    failed: errorText(words, error),
    canceled: t('canceled'),
  }[state];
  return (
    <li className={classes.upload} data-state={state}>
      <FileRow
        className={classes.line}
        icon={awaited ? AWAITED[awaited] : ICONS[state]}
        name={file.name}
        actions={
          isRetryable && (
            <Tooltip label={common('retry')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={onRetry}
                aria-label={t('retryFile', { name: file.name })}
              >
                <IconRefresh size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )
        }
      >
        <FileMeta role={awaited ? 'status' : undefined}>{stateText}</FileMeta>
        {state === 'sending' && (
          <Progress
            value={(sent / file.size) * 100}
            size={3}
            aria-label={file.name}
            transitionDuration={150}
          />
        )}
      </FileRow>
    </li>
  );
}

interface SkippedProps {
  skipped: readonly SkippedFile[];
  closable: boolean;
  onClose(): void;
}

function Skipped({ skipped, closable, onClose }: SkippedProps) {
  const { t } = useTranslation('files');
  return (
    <Alert
      color="yellow"
      icon={<IconAlertCircle size={18} aria-hidden />}
      title={t('skipped', { count: skipped.length })}
      withCloseButton={closable}
      onClose={onClose}
      closeButtonLabel={t('dismiss')}
      classNames={{ root: classes.notice, body: classes.noticeBody, title: classes.alertTitle }}
    >
      <ul className={classes.skipped}>
        {skipped.map(({ key, name, reason }) => (
          <li key={key}>
            <FileName name={name} /> <FileMeta>{t(`skip.${reason}`)}</FileMeta>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
