import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { removeFile } from '@cusp/contract/files.routes';
import { UnstyledButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { refreshAfter } from '../../client/live/refresh-after.ts';
import { useChange } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { toastError } from '../../ui/toast.ts';
import { Attachment } from './Attachment.tsx';
import classes from './attachment-list.module.css';
import { FilePreview } from './FilePreview.tsx';
import { isPdf } from './file-kinds.ts';
import { inListOrder } from './file-order.ts';
import { isOutdated, previewOf, previewsOf, type ShownFile } from './preview/previewed.ts';
import { type ExportSide, useExportBlock } from './use-save-file.ts';

/** Longer lists are cut to this many files until the user expands them; one more file is shown right away. */
const AT_FIRST = 8;

export interface AttachmentListProps {
  /** Undefined while loading. */
  files: readonly CaseFile[] | undefined;
  error?: unknown;
  onRetry?(): void;
  /** Side and device of the case; missing for the person's own drafts. */
  side?: ExportSide;
  /** Lists pdf files only. */
  onlyPdf?: boolean;
  /** Accessible name of the list, if it is one of several. It states the role of the scans, so the files do not. */
  label?: string;
}

/** The files of a case or draft, scans first: view, download, and delete one's own. */
export function AttachmentList({ files, error, onRetry, side, onlyPdf = false, label }: AttachmentListProps) {
  const { t } = useTranslation('files');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const queries = useQueryClient();
  const confirm = useConfirm();
  const block = useExportBlock(side);
  const [shown, setShown] = useState<ShownFile | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  /** Files that are being deleted; more than one can be. */
  const [going, setGoing] = useState<readonly number[]>([]);
  const removal = useChange(removeFile, {
    onError: (reason) => {
      // Another window may have deleted it.
      refreshAfter(queries, removeFile);
      toastError(errorText(words, reason));
    },
    onSettled: (_done, _error, { params }) => setGoing((now) => now.filter((id) => id !== Number(params.id))),
  });

  if (!files) return error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState rows={2} />;
  const listed = inListOrder(files.filter(({ filename }) => !onlyPdf || isPdf(filename)));
  const isCut = !isAll && listed.length > AT_FIRST + 1;
  // Files of the same name are distinguished by their version.
  const nameOf = (file: FileVersion) =>
    files?.some(
      ({ id, filename, earlier }) => filename === file.filename && (id !== file.id || earlier.length > 0),
    )
      ? t('versionNamed', { name: file.filename, version: file.version })
      : file.filename;

  function showAll() {
    flushSync(() => setAll(true));
    // The button has disappeared.
    list.current?.children[AT_FIRST]?.querySelector<HTMLElement>('button, a')?.focus();
  }

  async function ask(file: FileVersion) {
    const isSure = await confirm({
      title: common('warning'),
      content: (
        <>
          {t('deleteFile')}
          <span className={classes.asked}>{nameOf(file)}</span>
        </>
      ),
      ok: common('delete'),
      danger: true,
    });
    if (!isSure) return;
    setGoing((now) => [...now, file.id]);
    removal.mutate({ params: { id: file.id } });
  }

  return (
    <>
      {listed.length === 0 ? (
        <EmptyState icon={<IconPaperclip size={22} />} title={t(onlyPdf ? 'emptyPdf' : 'empty')} />
      ) : (
        <section className={classes.list} aria-label={label ?? t('attachments')}>
          <ul ref={list}>
            {listed.map((file, place) => (
              <Attachment
                key={file.id}
                isHidden={isCut && place >= AT_FIRST}
                file={file}
                isScanSaid={label !== undefined}
                isBlocked={block.blocks(file)}
                onBlocked={() => void block.explain()}
                onShow={(version) => {
                  setShown({ file: previewOf(version), wasNewest: version.id === file.id });
                  setOpen(true);
                }}
                onDelete={(version) => void ask(version)}
                going={going}
              />
            ))}
          </ul>
          {isCut && (
            <UnstyledButton className={classes.all} onClick={showAll}>
              {t('showAll', { count: listed.length })}
            </UnstyledButton>
          )}
        </section>
      )}
      {shown && (
        <FilePreview
          file={shown.file}
          opened={isOpen}
          onClose={() => setOpen(false)}
          among={previewsOf(listed)}
          onMove={(next) => setShown({ file: next, wasNewest: true })}
          isOutdated={isOutdated(shown, files)}
        />
      )}
    </>
  );
}
