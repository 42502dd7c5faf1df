import { fitsLabel, fitsSerial, readUdi } from '@cusp/dental/udi/read-udi';
import { sql } from 'kysely';
import type { StoredUndo } from '../../platform/db/tables/sheets.ts';
import { latestToday } from '../../platform/time/days.ts';
import type { SheetKind } from '../sheets/sheet-kind.ts';
import { deviceColumns, labelDate, type NewDevice } from './add-device.ts';
import { awaitRegisterTurn, deviceKey, serialOf, storedKey } from './same-device.sql.ts';

type Row = Omit<NewDevice, 'rentalManagerId'> & { key: string; udiKey: string; serialKey: string };

const UDI = 'UDI';
const SERIAL = 'Serial number';
const PRODUCED = 'Production date';
const MODEL = 'Model';
/** The first intraoral scanner was sold in 1985; an earlier year is a slip. */
const FIRST_YEAR = 1985;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Sheets of devices that are registered at the factory. */
export const DEVICES_SHEET: SheetKind<Row> = {
  name: 'devices',
  title: 'Devices',
  version: 1,
  columns: [
    { title: UDI, width: 50, max: 200, type: 'text' },
    { title: SERIAL, width: 24, max: 60, type: 'text' },
    { title: PRODUCED, width: 16, max: 40, type: 'day' },
    { title: MODEL, width: 24, max: 100, type: 'text' },
  ],
  keys: { column: UDI, of: ({ key, udiKey }) => [udiKey, key] },

  parse(cellOf, report) {
    const prodDate = readDay(cellOf(PRODUCED)?.text);
    const reportFuture = (day: string | null | undefined) => {
      if (day && day > latestToday()) report({ column: PRODUCED, code: 'date_in_future' });
    };
    if (prodDate === undefined) report({ column: PRODUCED, code: 'not_a_date' });
    reportFuture(prodDate);
    const udi = cellOf(UDI)?.text ?? '';
    const read = readUdi(udi);
    if (typeof read === 'string') {
      report({ column: UDI, code: read === 'empty' ? 'missing' : read });
      return null;
    }
    if (read.isDateWrong) report({ column: UDI, code: 'wrong_date' });
    if (!prodDate) reportFuture(labelDate(read.produced));
    if (prodDate && !fitsLabel(read, prodDate)) report({ column: PRODUCED, code: 'date_not_on_label' });
    const serialNo = cellOf(SERIAL)?.text ?? '';
    if (!fitsSerial(read, serialNo)) report({ column: SERIAL, code: 'serial_not_on_label' });
    if (read.kind === 'other') report({ column: UDI, code: 'unknown_format', level: 'warning' });
    const serialKey = serialOf(read, serialNo);
    return {
      udi,
      key: deviceKey(read, serialKey),
      udiKey: read.key,
      serialKey,
      serialNo,
      prodDate: prodDate ?? null,
      model: cellOf(MODEL)?.text ?? '',
    };
  },

  async check(db, rows) {
    const keys = rows.map(({ value }) => value.udiKey);
    const serials = rows.map(({ value }) => value.serialKey).filter((serial) => serial !== '');
    const { rows: known } = await sql<{ key: string }>`
      select udi_key as key from device where removed_at is null and udi_key = any (${keys}::text[])
      union
      select ${storedKey('device')} from device where removed_at is null and serial_key = any (${serials}::text[])
    `.execute(db);
    const there = new Set(known.map(({ key }) => key));
    return rows
      .filter(({ value }) => there.has(value.key) || there.has(value.udiKey))
      .map(({ row }) => ({ row, column: UDI, code: 'already_there' }) as const);
  },

  async apply(tx, rows, { userId, batchId }) {
    const columns = rows.map(deviceColumns);
    await awaitRegisterTurn(tx);
    const list = (name: keyof (typeof columns)[number]) => sql`${columns.map((row) => row[name])}::text[]`;
    const { rows: added } = await sql<StoredUndo>`
      insert into device (udi, udi_key, udi_kind, serial_no, serial_key, prod_date, model, registered_by, batch_id)
      select udi, udi_key, udi_kind, serial_no, serial_key, prod_date::date, model, ${userId}, ${batchId}
      from unnest(
        ${list('udi')}, ${list('udi_key')}, ${list('udi_kind')}, ${list('serial_no')}, ${list('serial_key')},
        ${list('prod_date')}, ${list('model')}
      ) as t (udi, udi_key, udi_kind, serial_no, serial_key, prod_date, model)
      where not exists (
        select from device where device.removed_at is null and device.serial_key = t.serial_key
          and ${storedKey('device')} = ${storedKey('t')}
      )
      order by udi_key
      on conflict (udi_key) where removed_at is null do nothing
      returning id, null as was
    `.execute(tx);
    return added;
  },

  async undo(tx, undo, { batchId }) {
    const removed = await sql`
      delete from device where id = any (${undo.map(({ id }) => id)}::bigint[]) and batch_id = ${batchId}
        and version = 1 and state = 'active' and rental_manager_id is null and removed_at is null
        and not exists (select from device_registration where device_id = device.id)
        and not exists (select from dental_case where device_id = device.id)
    `.execute(tx);
    return Number(removed.numAffectedRows);
  },
};

/** `YYYY-MM-DD`; null for an empty cell, undefined for an invalid day. Other date formats are ambiguous. */
function readDay(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  if (!DAY.test(text) || Number(text.slice(0, 4)) < FIRST_YEAR) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}
