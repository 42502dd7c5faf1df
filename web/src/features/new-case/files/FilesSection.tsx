import { scannedJaw } from '@cusp/mesh/classify-scan';
import { Checkbox, Input, Loader } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AttachmentList,
  FileDropZone,
  UnfinishedUploads,
  UploadList,
  type UseUploads,
} from '../../files/files.offers.tsx';
import { FIELD } from '../field-ids.ts';
import type { Edit } from '../form-fields.ts';
import { Section } from '../sections/Section.tsx';
import classes from './files.module.css';
import { JAWS, ScanTiles } from './ScanTiles.tsx';
import type { DraftFiles } from './use-draft-files.ts';

interface Props {
  files: DraftFiles;
  draftId: number | null;
  scansFollow: boolean;
  edit: Edit;
  error: string | null;
  /** Where the scanner is chosen. */
  scanner?: ReactNode;
}

/** Scans and other files, and which jaws the scans show. */
export function FilesSection({ files, draftId, scansFollow, edit, error, scanner }: Props) {
  const { t } = useTranslation('new-case');
  const isComplete = JAWS.every((jaw) => files.all.some((file) => scannedJaw(file) === jaw));
  const others = files.files.filter((file) => scannedJaw(file) === null);
  const isOutdated = isComplete && scansFollow;
  useEffect(() => {
    if (isOutdated) edit((fields) => ({ ...fields, scansFollow: false }));
  }, [isOutdated, edit]);
  return (
    <Section
      title={t('files.title')}
      summary={files.all.length ? t('files.count', { count: files.all.length }) : undefined}
    >
      <div className={classes.files}>
        {scanner}
        <div id={FIELD.files} data-error={error !== null || undefined} className={classes.drop}>
          <FileDropZone onFiles={files.add} />
        </div>
        {/* Above the error and the lists, which appear and disappear: people easily miss a box that moves. */}
        {!isComplete && (
          <Checkbox
            checked={scansFollow}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              edit((fields) => ({ ...fields, scansFollow: checked }));
            }}
            label={t('files.scansFollow')}
            description={t('files.scansFollowHint')}
          />
        )}
        {error && <Input.Error>{error}</Input.Error>}
        {files.waiting > 0 && (
          <p className={classes.waiting} role="status">
            <Loader size={14} /> {t('files.waiting', { count: files.waiting })}
          </p>
        )}
        {isListed(files.uploads) && <UploadList uploads={files.uploads} />}
        {draftId !== null && (
          <UnfinishedUploads caseId={draftId} uploads={{ ...files.uploads, add: files.add }} />
        )}
        <ScanTiles files={files} />
        {others.length > 0 && (
          <AttachmentList files={others} error={files.error} onRetry={() => void files.refetch()} />
        )}
      </div>
    </Section>
  );
}

/** Finished uploads are omitted, because the file is listed below; failures and unchanged files stay. */
const isListed = ({ items, skipped }: UseUploads): boolean =>
  skipped.length > 0 || items.some(({ state, isUnchanged }) => state !== 'done' || isUnchanged);
