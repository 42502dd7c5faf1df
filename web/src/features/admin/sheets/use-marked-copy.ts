import type { Sheet, SheetProblem } from '@cusp/contract/sheets';
import { PROBLEM_COLUMN } from '@cusp/contract/sheets.routes';
import { useTranslation } from 'react-i18next';
import { saveWorkbook } from './workbook.ts';

/**
 * Cells with these problems are empty in the marked copy and listed in its column of problems: as texts they would pass
 * the next check without having been corrected.
 */
const LOST: ReadonlySet<SheetProblem['code']> = new Set(['formula', 'error_value', 'typed_as_number']);

/** Description of a cell's problem. */
export function useProblemText() {
  const { t } = useTranslation('admin-sheets');
  return ({ code, other_row }: SheetProblem): string => t(`problems.${code}`, { row: other_row ?? '' });
}

/** Saves a checked sheet with a column that lists the problems of each row. */
export function useMarkedCopy() {
  const textOf = useProblemText();
  return (sheet: Sheet): Promise<void> =>
    saveWorkbook({
      filename: sheet.filename.replace(/(\.xlsx)?$/i, '-problems.xlsx'),
      title: sheet.title,
      kind: sheet.kind,
      version: sheet.version,
      header: [...sheet.columns, PROBLEM_COLUMN],
      rows: sheet.rows.map(({ cells, problems }) => {
        const lostIn = (column: string) =>
          problems.some((problem) => problem.column === column && LOST.has(problem.code));
        const wordsOf = (problem: SheetProblem) => {
          const cell = cells[sheet.columns.indexOf(problem.column)] ?? '';
          const shown = LOST.has(problem.code) ? `${problem.column} (${cell})` : problem.column;
          return `${shown}: ${textOf(problem)}`;
        };
        return [
          ...cells.map((cell, n) => (lostIn(sheet.columns[n] ?? '') ? '' : cell)),
          problems.map(wordsOf).join('\n'),
        ];
      }),
    });
}
