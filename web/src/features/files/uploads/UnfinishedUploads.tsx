import type { OpenUpload } from '@cusp/contract/uploads';
import { dropUpload, listUploads } from '@cusp/contract/uploads.routes';
import { Button, Group } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { ChooseFile } from '../../../ui/ChooseFile.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { FileMeta, FileRow } from '../../../ui/FileRow.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastError } from '../../../ui/toast.ts';
import classes from './upload-list.module.css';
import type { UploadItem } from './upload-queue.ts';
import type { UseUploads } from './use-uploads.tsx';

type Chosen = Pick<File, 'name' | 'size' | 'lastModified'>;

const isNamed = ({ filename, size }: OpenUpload, file: Chosen): boolean =>
  filename === file.name.normalize('NFC') && size === file.size;

/** Partial uploads that this page is not sending. A file started twice is listed once. */
export function unfinishedUploads(
  open: readonly OpenUpload[],
  items: readonly Pick<UploadItem, 'file'>[],
): OpenUpload[] {
  const begun = open.filter(
    (upload) => upload.offset > 0 && !items.some(({ file }) => isNamed(upload, file)),
  );
  return begun.filter(
    ({ filename, size }, at) =>
      begun.findIndex((other) => other.filename === filename && other.size === size) === at,
  );
}

/**
 * Compares a chosen file with the one of the upload: `same` resumes, `changed` starts over, `other` is a different
 * file.
 */
export function isStill(upload: OpenUpload, file: Chosen): 'same' | 'changed' | 'other' {
  if (!isNamed(upload, file)) return 'other';
  return upload.modified === file.lastModified ? 'same' : 'changed';
}

interface Props {
  /** The case or the person's own draft. */
  caseId: number;
  uploads: Pick<UseUploads, 'items' | 'add'>;
}

/** Interrupted uploads, for example by a closed page: each resumes when its file is chosen again. */
export function UnfinishedUploads({ caseId, uploads }: Props) {
  const { t } = useTranslation('files');
  const { t: words } = useTranslation('errors');
  const { size } = useFormat();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const { data } = useCall(listUploads, { params: { id: caseId } }, ['files', caseId, 'unfinished']);
  /** Uploads that are being discarded; more than one can be. */
  const [going, setGoing] = useState<readonly string[]>([]);
  const drop = useChange(dropUpload, {
    onSettled: async (_done, _error, { params }) => {
      // The list contains the upload until it is reloaded.
      await queries.invalidateQueries({ queryKey: ['files', caseId] });
      setGoing((now) => now.filter((id) => id !== params.upload));
    },
    onError: (failure) => toastError(errorText(words, failure)),
  });
  const open = unfinishedUploads(data?.uploads ?? [], uploads.items);
  if (open.length === 0) return null;

  const discard = (upload: OpenUpload) => {
    setGoing((now) => [...now, idOf(upload)]);
    drop.mutate({ params: { upload: idOf(upload) } });
  };

  async function ask(upload: OpenUpload) {
    const isSure = await confirm({
      title: t('unfinished.title'),
      content: t('unfinished.question', { name: upload.filename }),
      ok: t('unfinished.discard'),
      danger: true,
    });
    if (isSure) discard(upload);
  }

  function choose(upload: OpenUpload, file: File | null) {
    if (!file) return;
    const kind = isStill(upload, file);
    if (kind === 'other')
      return toastError(t('unfinished.other', { name: upload.filename, size: size(upload.size) }));
    // The uploaded part belongs to another state of the file.
    if (kind === 'changed') discard(upload);
    uploads.add([file]);
  }

  return (
    <section className={classes.card} aria-label={t('unfinished.title')}>
      <div className={classes.total}>
        <span>{t('unfinished.title')}</span>
      </div>
      <ul className={classes.items}>
        {open.map((upload) => (
          <li key={upload.url} className={classes.upload}>
            <FileRow className={classes.line} icon={IconPlayerPause} name={upload.filename}>
              <FileMeta>
                {t('unfinished.received', {
                  received: size(upload.offset),
                  size: size(upload.size),
                })}
              </FileMeta>
              <Group gap={4} mt={2}>
                <ChooseFile onChange={(file) => choose(upload, file)}>
                  {(props) => (
                    <Button
                      {...props}
                      size="compact-sm"
                      variant="light"
                      aria-label={`${t('unfinished.choose')}: ${upload.filename}`}
                    >
                      {t('unfinished.choose')}
                    </Button>
                  )}
                </ChooseFile>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  loading={going.includes(idOf(upload))}
                  aria-label={t('unfinished.discardNamed', { name: upload.filename })}
                  onClick={() => void ask(upload)}
                >
                  {t('unfinished.discard')}
                </Button>
              </Group>
            </FileRow>
          </li>
        ))}
      </ul>
    </section>
  );
}

const idOf = ({ url }: OpenUpload): string => url.split('/').filter(Boolean).at(-1) ?? '';
