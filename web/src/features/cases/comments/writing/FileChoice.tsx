import type { CaseDetail } from '@cusp/contract/cases';
import { Alert, Button, Loader, type SelectProps } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LateSelect } from '../../../../ui/late-target.tsx';
import { shareSent, type Uploading, useAwaited } from '../../../files/files.offers.tsx';
import classes from '../comments.module.css';

interface FileChoiceProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  files: CaseDetail['files'];
  fileId: number | null;
  onChoose(fileId: number | null): void;
}

/** With more files than this they can be searched. */
const MANY = 8;

/** Chooses the file that a comment is about, newest first. */
export function FileChoice({ files, fileId, onChoose, ...rest }: FileChoiceProps) {
  const { t } = useTranslation('cases');
  const file = files.find((each) => [each, ...each.earlier].some(({ id }) => id === fileId));
  if (files.length === 0) return null;
  return (
    <LateSelect
      size="xs"
      placeholder={t('comments.noFile')}
      clearable
      searchable={files.length > MANY}
      data={files.toReversed().map(({ id, filename }) => ({ value: String(id), label: filename }))}
      {...rest}
      value={file ? String(file.id) : null}
      onChange={(value) => onChoose(value === null ? null : Number(value))}
    />
  );
}

/** Shows a file for the comment that is being uploaded: its progress, why it is paused, and a button to cancel. */
export function ComingFile({ name, uploads }: { name: string; uploads: Uploading }) {
  const { t } = useTranslation(['cases', 'common', 'files']);
  const awaited = useAwaited(uploads);
  const share = useSyncExternalStore(uploads.subscribe, () =>
    Math.round(shareSent(uploads.snapshot().items) * 100),
  );
  return (
    <div className={classes.coming}>
      <Loader size={14} aria-hidden />
      <span role="status">
        {t('comments.fileComing', { name })} {awaited && t(`files:awaits.${awaited}`)}
      </span>
      <span aria-hidden>{share} %</span>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => uploads.cancel()}>
        {t('common:cancel')}
      </Button>
    </div>
  );
}

/** Shows that a file for the comment did not arrive, and why. */
export function LostFile({ name, reason }: { name: string; reason: string }) {
  const { t } = useTranslation('cases');
  return (
    <Alert color="red" role="alert">
      {t('comments.fileLost', { name })} {reason}
    </Alert>
  );
}
