import { type ReactNode, useId } from 'react';
import { plainText } from '../format/plain-text.ts';
import { TitledCard } from '../TitledCard.tsx';
import classes from './setting-card.module.css';

/** The rows whose words, with their section's title, contain every searched word; sections without any are left out. */
export function findSettings(sections: readonly SettingSection[], search: string): SettingSection[] {
  const wanted = plainText(search).split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter(({ label, text = '', words = [] }) => {
        const said = plainText([section.title, label, text, ...words].join(' '));
        return wanted.every((word) => said.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** What ties a control to the words beside it. */
interface RowIds {
  id: string;
  'aria-describedby': string | undefined;
}

/** One thing that can be set, or a fact that stands among such things. */
interface SettingRow {
  key: string;
  label: string;
  /** What it does, in a few words. */
  text?: string;
  /** Further words the search finds it by, such as its choices. */
  words?: readonly string[];
  /** Where the control stands: beside the words, or as a field that goes below them where there is little room. */
  place: 'beside' | 'field';
  /** A control takes the ids; the label then belongs to it. */
  control(ids: RowIds): ReactNode;
}

/** Rows under one heading. */
export interface SettingSection {
  key: string;
  title: string;
  rows: readonly SettingRow[];
}

/** A section of settings: in each row its words, and the control beside or below them. */
export function SettingCard({ section }: { section: SettingSection }) {
  return (
    <TitledCard title={section.title} rows>
      {section.rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </TitledCard>
  );
}

function Row({ row }: { row: SettingRow }) {
  const id = useId();
  const text = `${id}-text`;
  return (
    <div className={classes.row} data-place={row.place}>
      <div className={classes.words}>
        <label htmlFor={id} className={classes.label}>
          {row.label}
        </label>
        {row.text && (
          <p id={text} className={classes.text}>
            {row.text}
          </p>
        )}
      </div>
      <div className={classes.control}>
        {row.control({ id, 'aria-describedby': row.text ? text : undefined })}
      </div>
    </div>
  );
}
