import type { SheetProblem, SheetRow } from '@cusp/contract/sheets';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../client/small-screen.ts';
import { UdiText } from '../../../dental-ui/UdiText.tsx';
import classes from './sheets.module.css';
import { useProblemText } from './use-marked-copy.ts';

/** Rows that are shown at first, and with each click on 'more'. */
const STEP = 50;

interface Props {
  columns: readonly string[];
  rows: readonly SheetRow[];
}

/** The rows of a sheet, each problem at its cell: a table like in the spreadsheet, or cards on a phone. */
export function SheetTable({ columns, rows }: Props) {
  const { t } = useTranslation('admin-sheets');
  const [count, setCount] = useState(STEP);
  const Shape = useSmallScreen() ? Cards : Table;
  return (
    <>
      <Shape columns={columns} rows={rows.slice(0, count)} />
      {rows.length > count && (
        <Button variant="default" size="xs" onClick={() => setCount(count + STEP)}>
          {t('more', { number: rows.length - count })}
        </Button>
      )}
    </>
  );
}

function Table({ columns, rows }: Props) {
  const { t } = useTranslation('admin-sheets');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
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
          {rows.map(({ row, cells, problems }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {cellsOf(columns, cells, problems).map((cell) => (
                <td key={cell.column} data-level={cell.level}>
                  <Cell {...cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cards({ columns, rows }: Props) {
  const { t } = useTranslation('admin-sheets');
  return (
    <ul className={classes.cards} aria-label={t('rows')}>
      {rows.map(({ row, cells, problems }) => (
        <li key={row} className={classes.card}>
          <div className={classes.cardHead}>{`${t('row')} ${row}`}</div>
          <dl className={classes.facts}>
            {cellsOf(columns, cells, problems)
              .filter(({ text, level }) => text || level)
              .map((cell) => (
                <div key={cell.column} className={classes.fact} data-level={cell.level}>
                  <dt>{cell.column}</dt>
                  <dd>
                    <Cell {...cell} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The cells of a row in the order of the columns, each with its problems and the worst of their levels. */
const cellsOf = (columns: readonly string[], cells: SheetRow['cells'], problems: readonly SheetProblem[]) =>
  columns.map((column, n) => {
    const here = problems.filter((problem) => problem.column === column);
    const level = here.some((problem) => problem.level === 'error') ? 'error' : here[0]?.level;
    return { column, text: cells[n] ?? '', problems: here, level };
  });

function Cell({ text, problems }: ReturnType<typeof cellsOf>[number]) {
  const textOf = useProblemText();
  return (
    <>
      {text && (
        <div className={classes.cell}>
          <UdiText udi={text} />
        </div>
      )}
      {problems.map((problem) => (
        <div key={problem.code} className={classes.problem} data-level={problem.level}>
          {textOf(problem)}
        </div>
      ))}
    </>
  );
}
