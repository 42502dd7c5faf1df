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
 * The export block of locked devices, as the page shows it; the server refuses by itself. `blocks` tells
 * whether a file, or with none everything at once, may not be taken out; `explain` opens the dialog.
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

/** Lets the browser save what is behind an address of ours; the session cookie travels along. */
export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Saves one file of a case, or explains why it may not be taken out. */
export function useSaveFile(side: ExportSide | undefined) {
  const block = useExportBlock(side);
  return (file: { id: number; filename: string }): void => {
    if (block.blocks(file)) void block.explain();
    else saveFrom(urlOf(downloadFile, { params: { id: file.id }, query: {} }));
  };
}
