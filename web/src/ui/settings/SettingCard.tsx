import { type ReactNode, useId } from 'react';
import { DottedLine } from '../DottedLine.tsx';
import { plainText } from '../format/plain-text.ts';
import { TitledCard } from '../TitledCard.tsx';
import classes from './setting-card.module.css';

/** The rows whose text, with their section's title, contains every search word; empty sections are left out. */
export function findSettings(sections: readonly SettingSection[], search: string): SettingSection[] {
  const wanted = plainText(search).split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter(({ label, text = '', words = [] }) => {
        const said = plainText([section.title, label, text, ...words].flat().join(' '));
        return wanted.every((word) => said.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** Element ids that link a control to its label and description. */
interface RowIds {
  id: string;
  'aria-describedby': string | undefined;
}

/** One setting, or a fact listed among settings. */
interface SettingRow {
  key: string;
  label: string;
  /** A short description, or several facts. */
  text?: string | readonly string[];
  /** Further search words, such as its options. */
  words?: readonly string[];
  /** Position of the control: beside the text, or as a field that wraps below it on narrow screens. */
  place: 'beside' | 'field';
  /** Renders the control with the given ids, so that the label belongs to it. */
  control(ids: RowIds): ReactNode;
}

/** Settings under one heading. */
export interface SettingSection {
  key: string;
  title: string;
  rows: readonly SettingRow[];
}

/** A section of settings; each row has a text with its control beside or below. */
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
  const textId = `${id}-text`;
  const hasText = row.text !== undefined && row.text.length > 0;
  return (
    <div className={classes.row} data-place={row.place}>
      <div className={classes.words}>
        <label htmlFor={id} className={classes.label}>
          {row.label}
        </label>
        {hasText && (
          <p id={textId} className={classes.text}>
            {typeof row.text === 'string' ? row.text : <DottedLine facts={row.text ?? []} />}
          </p>
        )}
      </div>
      <div className={classes.control}>
        {row.control({ id, 'aria-describedby': hasText ? textId : undefined })}
      </div>
    </div>
  );
}
