import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './data-list.module.css';
import { ariaSort, type DataListProps, sortAfterClick } from './data-list.ts';

/** The rows of a list on a desktop; its head stays in sight. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  idOf,
  state,
  selection,
}: DataListProps<Row> & { rows: readonly Row[] }) {
  const { t } = useTranslation('data-list');
  const chosen = selection?.selected;
  const selectedHere = rows.filter((row) => chosen?.has(idOf(row))).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {chosen && (
              <th className={classes.tick}>
                <Checkbox
                  size="xs"
                  aria-label={t('selectPage')}
                  checked={selectedHere === rows.length}
                  indeterminate={selectedHere > 0 && selectedHere < rows.length}
                  onChange={() => chosen.togglePage(rows, idOf)}
                />
              </th>
            )}
            {columns.map(({ key, label: name, sortBy, isName, isAction, isNumber }) => (
              <th
                key={key}
                scope="col"
                className={isName ? classes.name : isAction ? classes.action : undefined}
                data-number={isNumber || undefined}
                aria-sort={sortBy ? ariaSort(state.sort, sortBy) : undefined}
              >
                {sortBy ? (
                  <button
                    type="button"
                    className={classes.sort}
                    onClick={() => state.setSort(sortAfterClick(state.sort, sortBy))}
                  >
                    {name}
                    <SortMark direction={ariaSort(state.sort, sortBy)} />
                  </button>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} data-selected={chosen?.has(idOf(row)) || undefined}>
              {chosen && (
                <td className={classes.tick}>
                  <Checkbox
                    size="xs"
                    aria-label={t('select', { name: selection.nameOf(row) })}
                    checked={chosen.has(idOf(row))}
                    onChange={() => chosen.toggle(row, idOf(row))}
                  />
                </td>
              )}
              {columns.map(({ key, isName, isAction, isNumber, cell }) =>
                isName ? (
                  <th key={key} scope="row" className={classes.name}>
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={key}
                    className={isAction ? classes.action : undefined}
                    data-number={isNumber || undefined}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SortMark({ direction }: { direction: ReturnType<typeof ariaSort> }) {
  if (direction === 'none') return <span className={classes.noMark} aria-hidden />;
  const Mark = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return <Mark size={14} aria-hidden />;
}

/** The rows of a list on a phone: one card each, headed by the column that names the row. */
export function DataCards<Row>({
  label,
  columns,
  rows,
  idOf,
  selection,
}: DataListProps<Row> & { rows: readonly Row[] }) {
  const { t } = useTranslation('data-list');
  const chosen = selection?.selected;
  const name = columns.find(({ isName }) => isName);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={idOf(row)} className={classes.card} data-selected={chosen?.has(idOf(row)) || undefined}>
          <div className={classes.cardHead}>
            {chosen && (
              <Checkbox
                aria-label={t('select', { name: selection.nameOf(row) })}
                checked={chosen.has(idOf(row))}
                onChange={() => chosen.toggle(row, idOf(row))}
              />
            )}
            <div className={classes.cardName}>{name?.cell(row)}</div>
          </div>
          <dl className={classes.facts}>
            {columns
              .filter((column) => column !== name)
              .map(({ key, label: fact, cell }) => ({ key, fact, value: cell(row) }))
              .filter(({ value }) => value !== null && value !== undefined && value !== '')
              .map(({ key, fact, value }) => (
                <div key={key} className={classes.fact}>
                  <dt>{fact}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
