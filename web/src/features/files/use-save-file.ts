import type { UserType } from '@cusp/contract/cases';
import { downloadFile } from '@cusp/contract/files.routes';
import { useTranslation } from 'react-i18next';
import { urlOf } from '../../client/call.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { canCarryScan } from './file-kinds.ts';

export interface ExportSide {
  usertype: UserType;
  from_locked_device: boolean;
}

/**
 * The export block of locked devices; the server enforces it too. `blocks` tests whether a file (or, without one,
 * everything as a whole) is blocked; `explain` opens the dialog with the reason.
 */
export function useExportBlock(side: ExportSide | undefined) {
  const { t } = useTranslation('files');
  const inform = useInform();
  const isSender = side !== undefined && side.usertype !== 'OT';
  const isLocked = side?.from_locked_device === true;
  return {
    blocks: (file?: { filename: string; from_locked_device?: boolean }) =>
      isSender && (isLocked || file?.from_locked_device === true) && (!file || canCarryScan(file.filename)),
    explain: () => inform({ kind: 'info', content: t('exportBlocked') }),
  };
}

/** Chromium silently drops downloads of a page beyond ten within a second. */
const PAUSE_MS = 150;
let freeAt = 0;

/**
 * Lets the browser download a URL of ours; the session cookie authenticates it. Resolves when the download has started,
 * after the earlier ones.
 */
export async function saveFrom(url: string): Promise<void> {
  const pause = freeAt - Date.now();
  freeAt = Math.max(freeAt, Date.now()) + PAUSE_MS;
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads one file of a case, or explains why that is blocked. */
export function useSaveFile(side: ExportSide | undefined) {
  const block = useExportBlock(side);
  return (file: { id: number; filename: string }): void => {
    if (block.blocks(file)) void block.explain();
    else void saveFrom(urlOf(downloadFile, { params: { id: file.id }, query: {} }));
  };
}
