import { useId } from 'react';
import { TitledCard } from '../TitledCard.tsx';
import classes from './setting-card.module.css';
import type { SettingRow, SettingSection } from './setting-section.ts';

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
