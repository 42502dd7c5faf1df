import type { CaseFile } from '@cusp/contract/cases';
import { listFiles } from '@cusp/contract/files.routes';
import type { NamedScan } from '@cusp/mesh/classify-scan';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../../../client/use-call.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { useUploads } from '../../files/files.offers.tsx';
import type { DraftSaver } from '../saving/draft-saver.ts';

const NO_DRAFT = 0;
const NO_FILES: CaseFile[] = [];

/** The draft's files and its uploads. Files added before the draft exists create it. */
export function useDraftFiles(saver: DraftSaver, id: number | null, stored: CaseFile[]) {
  const key = ['files', id ?? NO_DRAFT] as const;
  // The files of a draft that another window has discarded do not belong to the new draft that continues it.
  const [first] = useState(id);
  const known = id === first ? stored : NO_FILES;
  const { data, error, refetch } = useCall(listFiles, { params: { id: id ?? NO_DRAFT } }, key, {
    enabled: id !== null,
    initialData: { files: known },
  });
  const uploads = useUploads(id ?? NO_DRAFT);
  const [early, setEarly] = useState<readonly File[]>([]);
  const begin = useLatest(uploads.add);
  useEffect(() => {
    if (id === null || early.length === 0) return;
    begin(early);
    setEarly([]);
  }, [id, early, begin]);

  const files = data?.files ?? known;
  const count = useRef(files.length);
  useEffect(() => {
    if (files.length < count.current) saver.fileRemoved();
    count.current = files.length;
  }, [files, saver]);
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

export type DraftFiles = ReturnType<typeof useDraftFiles>;
