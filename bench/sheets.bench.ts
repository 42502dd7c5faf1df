/** Checks a sheet of 5,000 devices, compared with reading it alone, and measures an Excel file of 20,000 rows. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import readExcelFile from 'read-excel-file/universal';
import { DEVICES_EXPORT } from '../server/src/modules/device-admin/devices.export.ts';
import { DEVICES_SHEET } from '../server/src/modules/devices/devices.sheet.ts';
import { rowsOf } from '../server/src/modules/list-exports/export-list.ts';
import { checkRows } from '../server/src/modules/sheets/check-rows.ts';
import { readTemplate } from '../server/src/modules/sheets/read-template.ts';
import { connect } from '../server/src/platform/db/database.ts';
import { readSheet } from '../server/src/platform/sheets/read-sheet.ts';
import { writeSheet } from '../server/src/platform/sheets/write-sheet.ts';
import { sheetOf } from '../server/src/testing/sheets/upload-sheet.ts';
import { prepareGround } from './support/cusp.ts';
import { median, round, table } from './support/table.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const DEVICES = 5000;
const EXPORTED = 20_000;
const MAX_TIMES = 3;
const MAX_MIB = 64;
const MIB = 1024 * 1024;

const ground = await prepareGround();
const { db } = connect(ground.urls.app, 2);
await sql`
  insert into device (udi, udi_key, udi_kind, serial_no, serial_key, prod_date, model)
  select 'EXPORT-' || n, 'EXPORT-' || n, 'other', 'SN' || n, 'SN' || n, date '2024-01-01' + n % 700, 'Scan One'
  from generate_series(1, ${EXPORTED}) n
`.execute(db);

const bytes = sheetOf(
  'devices',
  Array.from({ length: DEVICES }, (_, n) => [
    `(01)09506000134352(11)240229(21)${n}`,
    `SN-${n}`,
    '2024-02-29',
    'Scan One',
  ]),
);
const plain = Uint8Array.from(bytes).buffer;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The library in its own thread, which starts with this file, as in the check. */
const readAlone = () =>
  once(new Worker(new URL('./support/read-alone.ts', import.meta.url), { workerData: plain }), 'message');

const checked: number[] = [];
const library: number[] = [];
const warm: number[] = [];
for (let turn = 0; turn <= ROUNDS; turn += 1) {
  const times = [
    await timed(readAlone),
    await timed(() => readExcelFile(plain)),
    await timed(async () => {
      const rows = readTemplate(DEVICES_SHEET, await readSheet(bytes, DEVICES_SHEET.title));
      const { good } = await checkRows(db, DEVICES_SHEET, rows);
      if (good.length !== DEVICES) throw new Error(`${good.length} good rows`);
    }),
  ];
  // The first round compiles both.
  if (turn > 0) {
    library.push(times[0] ?? 0);
    warm.push(times[1] ?? 0);
    checked.push(times[2] ?? 0);
  }
}

const exported = (search: string) =>
  writeSheet(
    DEVICES_EXPORT.title,
    DEVICES_EXPORT.columns,
    rowsOf(db, DEVICES_EXPORT, { search, sort: 'udi asc' }),
  );

// Warm-up with a few hundred rows.
await exported('EXPORT-12');
globalThis.gc?.();
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 5);
const file = await exported('');
clearInterval(watch);
most = Math.max(most, process.memoryUsage().rss);

const times = median(checked) / median(library);
const cost = (most - before) / MIB;
table(
  ['', 'seen', 'wanted'],
  [
    [`check of ${DEVICES} devices, times the library in a thread`, round(times), `< ${MAX_TIMES}`],
    ['the same, times the library once the process knows it', round(median(checked) / median(warm)), ''],
    [`Excel of ${EXPORTED} rows, MiB above before`, round(cost, 1), `<= ${MAX_MIB}`],
    ['its size, MiB', round(file.length / MIB), ''],
  ],
);
await db.destroy();
await ground.end();
process.exitCode = times < MAX_TIMES && cost <= MAX_MIB ? 0 : 1;
