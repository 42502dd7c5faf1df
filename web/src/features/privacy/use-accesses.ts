import type { AccessEntry } from '@cusp/contract/privacy';
import { exportAccesses, listAccesses } from '@cusp/contract/privacy.routes';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/call.ts';
import { localTimeZone } from '../../client/local-time.ts';
import { saveFile } from '../../ui/save-file.ts';

export interface AccessFilter {
  search: string;
  /** Id of a person; '' for everybody. */
  person: string;
  /** Days; '' for none. */
  from: string;
  to: string;
}

export const NO_FILTER: AccessFilter = { search: '', person: '', from: '', to: '' };

const queryOf = ({ search, person, from, to }: AccessFilter) => ({
  search,
  ...(person ? { person } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  zone: localTimeZone(),
});

/** The access log from the latest entry on, page by page. */
export function useAccesses(filter: AccessFilter) {
  const query = useInfiniteQuery({
    queryKey: ['accesses', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAccesses, { query: { ...queryOf(filter), before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const [first] = query.data?.pages ?? [];
  return {
    query,
    entries: query.data?.pages.flatMap((page): AccessEntry[] => page.entries),
    people: first?.people ?? [],
    isCut: first?.is_cut ?? false,
  };
}

export type ExportFormat = 'csv' | 'json';

/** Saves everything that the filter finds as a file. */
export function useAccessExport(filter: AccessFilter, onError: (error: unknown) => void) {
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const save = async (format: ExportFormat) => {
    if (busy) return;
    setBusy(format);
    try {
      const reply = await call(exportAccesses, { query: { ...queryOf(filter), format } });
      saveFile(`access-log.${format}`, await reply.blob());
    } catch (error) {
      onError(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, save };
}
