import type { SheetRow } from '@cusp/contract/sheets';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sheets.module.css';
import { useProblemText } from './use-marked-copy.ts';

/** Rows that are shown at first, and with each click on 'more'. */
const STEP = 50;

/** The rows of a sheet as the spreadsheet has them, each problem in its cell. */
export function SheetTable({ columns, rows }: { columns: readonly string[]; rows: readonly SheetRow[] }) {
  const { t } = useTranslation('admin-sheets');
  const textOf = useProblemText();
  const [count, setCount] = useState(STEP);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
      <section className={classes.scroll} aria-label={t('rows')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map(({ row, cells, problems }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map((column, n) => {
                  const here = problems.filter((problem) => problem.column === column);
                  const level = here.some((problem) => problem.level === 'error') ? 'error' : here[0]?.level;
                  return (
                    <td key={column} data-level={level}>
                      <div className={classes.cell}>{cells[n]}</div>
                      {here.map((problem) => (
                        <div key={problem.code} className={classes.problem} data-level={problem.level}>
                          {textOf(problem)}
                        </div>
                      ))}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > count && (
        <Button variant="default" size="xs" onClick={() => setCount(count + STEP)}>
          {t('more', { number: rows.length - count })}
        </Button>
      )}
    </>
  );
}
