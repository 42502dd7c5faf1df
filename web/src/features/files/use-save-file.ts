import { downloadFile } from '@cusp/contract/files';
import { urlOf } from '../../client/call.ts';
import { saveFrom } from './save-from.ts';
import { type ExportSide, useExportBlock } from './use-export-block.ts';

/** Saves one file of a case, or explains why it may not be taken out. */
export function useSaveFile(side: ExportSide | undefined) {
  const block = useExportBlock(side);
  return (file: { id: number; filename: string }): void => {
    if (block.blocks(file)) void block.explain();
    else saveFrom(urlOf(downloadFile, { params: { id: file.id }, query: {} }));
  };
}
