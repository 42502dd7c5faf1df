import type { CaseFile } from '@cusp/contract/cases';
import { listFiles } from '@cusp/contract/files.routes';
import { type NamedScan, scannedJaw } from '@cusp/mesh/classify-scan';
import { Checkbox, Input, Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../client/use-call.ts';
import {
  AttachmentList,
  FileDropZone,
  UnfinishedUploads,
  UploadList,
  useUploads,
} from '../../files/files.offers.tsx';
import { FIELD } from '../field-ids.ts';
import type { Edit } from '../form-fields.ts';
import type { DraftSaver } from '../saving/draft-saver.ts';
import { Section } from '../sections/Section.tsx';
import classes from './files.module.css';

const NO_DRAFT = 0;

/** The draft's files and its uploads. Files added before the draft exists create it. */
export function useDraftFiles(saver: DraftSaver, id: number | null, stored: CaseFile[]) {
  const key = ['files', id ?? NO_DRAFT] as const;
  const { data, error, refetch } = useCall(listFiles, { params: { id: id ?? NO_DRAFT } }, key, {
    enabled: id !== null,
    initialData: { files: stored },
  });
  const uploads = useUploads(id ?? NO_DRAFT);
  const [early, setEarly] = useState<readonly File[]>([]);
  const latest = useRef(uploads);
  useEffect(() => {
    latest.current = uploads;
  });
  useEffect(() => {
    if (id === null || early.length === 0) return;
    latest.current.add(early);
    setEarly([]);
  }, [id, early]);

  const files = data?.files ?? stored;
  const all = useMemo<NamedScan[]>(() => {
    const coming = uploads.isRunning ? uploads.items.filter(({ state }) => state !== 'canceled') : [];
    const named = [...coming.map(({ file }) => file), ...early].map(({ name }) => ({ filename: name }));
    return [...files, ...named];
  }, [files, uploads, early]);

  return {
    files,
    error,
    refetch,
    uploads,
    /** All files, uploaded or not. */
    all,
    /** Number of files waiting for the draft to be created. */
    waiting: early.length,
    add(added: readonly File[]) {
      if (added.length === 0) return;
      if (id !== null) return uploads.add(added);
      setEarly((before) => [...before, ...added]);
      void saver.ensure();
    },
  };
}

type DraftFiles = ReturnType<typeof useDraftFiles>;

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
        {error && <Input.Error>{error}</Input.Error>}
        {files.waiting > 0 && (
          <p className={classes.waiting} role="status">
            <Loader size={14} /> {t('files.waiting', { count: files.waiting })}
          </p>
        )}
        <UploadList uploads={files.uploads} />
        {draftId !== null && (
          <UnfinishedUploads caseId={draftId} uploads={{ ...files.uploads, add: files.add }} />
        )}
        <Jaws files={files.all} />
        {draftId !== null && files.files.length > 0 && (
          <AttachmentList files={files.files} error={files.error} onRetry={() => void files.refetch()} />
        )}
        <Checkbox
          checked={scansFollow}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            edit((fields) => ({ ...fields, scansFollow: checked }));
          }}
          label={t('files.scansFollow')}
          description={t('files.scansFollowHint')}
        />
      </div>
    </Section>
  );
}

/** Which file was recognised as the scan of which jaw. */
function Jaws({ files }: { files: readonly NamedScan[] }) {
  const { t } = useTranslation(['new-case', 'dental']);
  return (
    <ul className={classes.jaws} aria-label={t('files.jaws')}>
      {(['upper', 'lower'] as const).map((jaw) => {
        const scans = files.filter((file) => scannedJaw(file) === jaw).map(({ filename }) => filename);
        const Icon = scans.length > 0 ? IconCircleCheck : IconCircleDashed;
        return (
          <li key={jaw} className={classes.jaw} data-found={scans.length > 0 || undefined}>
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className={classes.jawWords}>
              <span className={classes.jawName}>{t(`files.scanOf.${jaw}`)}</span>
              <span className={classes.scans}>
                {scans.length > 0 ? [...new Set(scans)].join(', ') : t('files.noScan')}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
