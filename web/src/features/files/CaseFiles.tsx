import type { CaseFile } from '@cusp/contract/cases';
import { listFiles } from '@cusp/contract/files.routes';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPersonal, writePersonal } from '../../client/personal-storage.ts';
import { useCall } from '../../client/use-call.ts';
import { AttachmentList } from './AttachmentList.tsx';
import classes from './case-files.module.css';
import { FileDropZone } from './uploads/FileDropZone.tsx';
import { UnfinishedUploads } from './uploads/UnfinishedUploads.tsx';
import { UploadList } from './uploads/UploadList.tsx';
import { type Uploading, useUploadsOf } from './uploads/use-uploads.tsx';
import type { ExportSide } from './use-save-file.ts';

interface Props {
  caseId: number;
  uploads: Uploading;
  /** No files can be added, for example to a closed case. */
  isClosed?: boolean;
  side?: ExportSide;
  /** Files that came with the case; shown until the list is loaded. */
  files?: CaseFile[];
  onlyPdf?: boolean;
}

/** The files of a case or draft with all actions: the list, the uploads, the drop zone. */
export function CaseFiles({ caseId, uploads, isClosed = false, side, files, onlyPdf }: Props) {
  const { data, error, refetch } = useCall(listFiles, { params: { id: caseId } }, ['files', caseId], {
    placeholderData: files && { files },
  });
  return (
    <div className={classes.stack}>
      <AttachmentList
        files={data?.files}
        error={error}
        onRetry={() => void refetch()}
        side={side}
        onlyPdf={onlyPdf}
      />
      {!isClosed && <OnTheirWay caseId={caseId} uploads={uploads} />}
      {!isClosed && <FileDropZone onFiles={uploads.add} compact caseId={caseId} />}
    </div>
  );
}

/** A separate component, so that upload progress does not render the rest. */
function OnTheirWay({ caseId, uploads }: Pick<Props, 'caseId' | 'uploads'>) {
  const now = useUploadsOf(uploads);
  return (
    <>
      <UploadList uploads={now} />
      <UnfinishedUploads caseId={caseId} uploads={now} />
    </>
  );
}

const KEPT = 'onlyPdf';

/** Whether this person lists pdf files only, in all cases, until they change it. */
export function useOnlyPdf(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readPersonal(KEPT) === true);
  const set = (next: boolean) => {
    setOn(next);
    writePersonal(KEPT, next);
  };
  return [isOn, set];
}

export function OnlyPdf({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation('files');
  return (
    <Switch
      size="sm"
      label={t('onlyPdf')}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
