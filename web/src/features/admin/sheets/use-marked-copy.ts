import type { Sheet, SheetProblem } from '@cusp/contract/sheets';
import { PROBLEM_COLUMN } from '@cusp/contract/sheets.routes';
import { useTranslation } from 'react-i18next';
import { saveWorkbook } from './workbook.ts';

/** What is wrong with a cell, in words. */
export function useProblemText() {
  const { t } = useTranslation('admin-sheets');
  return ({ code, other_row }: SheetProblem): string => t(`problems.${code}`, { row: other_row ?? '' });
}

/** Saves a checked sheet with a column that names the problems of each row. */
export function useMarkedCopy() {
  const textOf = useProblemText();
  return (sheet: Sheet): Promise<void> =>
    saveWorkbook({
      filename: sheet.filename.replace(/(\.xlsx)?$/i, '-problems.xlsx'),
      title: sheet.title,
      kind: sheet.kind,
      version: sheet.version,
      header: [...sheet.columns, PROBLEM_COLUMN],
      rows: sheet.rows.map(({ cells, problems }) => [
        ...cells,
        problems.map((problem) => `${problem.column}: ${textOf(problem)}`).join('\n'),
      ]),
    });
}
