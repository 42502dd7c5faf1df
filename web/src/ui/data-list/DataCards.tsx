import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './data-list.module.css';
import type { DataListProps } from './data-list.ts';

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
