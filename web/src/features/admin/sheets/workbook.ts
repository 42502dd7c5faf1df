import { type SheetKindName, VERSION_SHEET } from '@cusp/contract/sheets.routes';
import { saveFile } from '../../../ui/save-file.ts';

interface Workbook {
  filename: string;
  /** Name of the sheet with the rows. */
  title: string;
  kind: SheetKindName;
  version: number;
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A narrow column, and one for a UDI. */
const WIDTHS = { least: 12, most: 60 } as const;

/**
 * Saves rows of text as an .xlsx file that can be uploaded again. The library is loaded with the first one; it writes
 * values as text cells, so that they are not run as formulas.
 */
export async function saveWorkbook(workbook: Workbook): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  const { filename, title, kind, version, header, rows } = workbook;
  const widthOf = (column: number) =>
    Math.min(
      WIDTHS.most,
      Math.max(WIDTHS.least, ...rows.slice(0, 200).map((row) => (row[column] ?? '').length + 2)),
    );
  const bytes = await writeExcelFile([
    {
      sheet: title,
      stickyRowsCount: 1,
      columns: header.map((_, column) => ({ width: widthOf(column) })),
      data: [
        header.map((value) => ({ value, fontWeight: 'bold' as const })),
        ...rows.map((row) =>
          row.map((value) => (value === '' ? null : { value, type: String, format: '@' })),
        ),
      ],
    },
    {
      sheet: VERSION_SHEET,
      data: [
        ['Template', kind],
        ['Version', version],
      ],
    },
  ]).toBlob();
  saveFile(filename, bytes);
}
