import { type ExportList, startExport } from '@cusp/contract/list-exports.routes';
import { EXPORT_MAX_ROWS } from '@cusp/contract/sheets.routes';
import type { CountedPage } from '@cusp/contract/staff-lists';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { toastError } from '../../../ui/toast.ts';

interface Props {
  list: ExportList;
  filename: string;
  search: string;
  sort: string;
  page: CountedPage | undefined;
  /** Fetches the file of a list that is short enough for one reply. */
  fetchFile(): Promise<Response>;
}

/** Saves a list as an .xlsx file: a short one at once, a long one by a job whose progress `Exports` shows. */
export function ExportButton({ list, filename, search, sort, page, fetchFile }: Props) {
  const { t } = useTranslation('admin-exports');
  const { t: words } = useTranslation('errors');
  const [isSaving, setSaving] = useState(false);
  const start = useSubmit(startExport, { stale: [['admin-exports']] });
  const onError = (error: unknown) => toastError(errorText(words, error));

  async function save(): Promise<void> {
    setSaving(true);
    try {
      saveFile(filename, await (await fetchFile()).blob());
    } catch (error) {
      onError(error);
    } finally {
      setSaving(false);
    }
  }
  const isLong = page && (page.is_cut || page.count > EXPORT_MAX_ROWS);
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
      disabled={!page || page.total_num === 0}
      loading={isSaving || start.isPending}
      onClick={() => (isLong ? start.mutate({ body: { list, search, sort } }, { onError }) : void save())}
    >
      {t('export')}
    </Button>
  );
}
