import { readUdi } from '@cusp/dental/udi/read-udi';
import { sql } from 'kysely';
import type { SheetKind } from '../sheets/sheet-kind.ts';
import { setFeatures } from './features.sql.ts';

interface Feature {
  udi: string;
  key: string;
  option: boolean;
  isUnknownFormat: boolean;
}

const UDI = 'UDI';
const OPTION = 'Option';
const OPTIONS = new Map([
  ['yes', true],
  ['no', false],
  ['true', true],
  ['false', false],
]);

/** Sheets of partner features; the columns are those of the export, so that an export can be changed and uploaded. */
export const FEATURES_SHEET: SheetKind<Feature> = {
  name: 'features',
  title: 'Partner features',
  version: 1,
  columns: [
    { title: UDI, width: 50, max: 200, type: 'text' },
    { title: OPTION, width: 10, max: 20, type: 'text' },
  ],
  keys: { column: UDI, of: ({ key }) => [key] },

  parse(cellOf, report) {
    const option = OPTIONS.get(cellOf(OPTION)?.text.toLowerCase() ?? '');
    if (!cellOf(OPTION)) report({ column: OPTION, code: 'missing' });
    else if (option === undefined) report({ column: OPTION, code: 'not_yes_or_no' });
    const udi = cellOf(UDI)?.text ?? '';
    const read = readUdi(udi);
    if (typeof read === 'string') {
      report({ column: UDI, code: read === 'empty' ? 'missing' : read });
      return null;
    }
    return { udi, key: read.key, option: option ?? false, isUnknownFormat: read.kind === 'other' };
  },

  async check(db, rows) {
    const keys = rows.map(({ value }) => value.key);
    const { rows: known } = await sql<{ key: string; option: boolean | null; is_device: boolean }>`
      select wanted.key, feature.option, exists (
        select from device where device.udi_key = wanted.key and removed_at is null
      ) as is_device
      from unnest(${keys}::text[]) as wanted (key)
      left join partner_feature feature on feature.udi_key = wanted.key
    `.execute(db);
    const found = new Map(known.map((each) => [each.key, each]));
    return rows.flatMap(({ row, value }) => {
      const there = found.get(value.key);
      const warn = (column: string, code: 'unknown_format' | 'unknown_device' | 'unchanged') =>
        ({ row, column, code, level: 'warning' }) as const;
      return [
        ...(value.isUnknownFormat ? [warn(UDI, 'unknown_format')] : []),
        ...(there?.is_device ? [] : [warn(UDI, 'unknown_device')]),
        ...(there?.option === value.option ? [warn(OPTION, 'unchanged')] : []),
      ];
    });
  },

  apply: (tx, rows, by) => setFeatures(tx, rows, by),

  async undo(tx, undo, { userId, batchId }) {
    const added = undo.filter(({ was }) => was === null).map(({ id }) => id);
    const changed = undo.filter(({ was }) => was !== null).map(({ id }) => id);
    const removed = await sql`
      delete from partner_feature where id = any (${added}::bigint[]) and batch_id = ${batchId}
    `.execute(tx);
    const restored = await sql`
      update partner_feature set option = not option, batch_id = null, version = version + 1,
        updated_by = ${userId}, updated_at = now()
      where id = any (${changed}::bigint[]) and batch_id = ${batchId}
    `.execute(tx);
    return Number(removed.numAffectedRows) + Number(restored.numAffectedRows);
  },
};
