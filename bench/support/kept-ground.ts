import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../../server/src/platform/db/database.ts';
import { type Ground, prepareGround } from './cusp.ts';
import { round } from './table.ts';

/**
 * A database of `size` rows that `fill` loads. With `keep` it stays in that folder: later runs only migrate it. It is
 * loaded without `fsync` there and then started again, so that it is measured as in production.
 */
export async function filledGround(
  keep: string | undefined,
  size: number,
  fill: (ground: Ground) => Promise<unknown>,
): Promise<Ground> {
  const started = performance.now();
  const printTime = () =>
    console.info(`${size} rows loaded in ${round((performance.now() - started) / 1000, 0)} s`);
  if (!keep) {
    const ground = await prepareGround();
    await fill(ground);
    printTime();
    return ground;
  }
  const kept = join(keep, String(size));
  const mark = join(kept, 'filled');
  const isFilled = existsSync(mark);
  if (!isFilled) {
    await rm(kept, { recursive: true, force: true });
    // If root starts PostgreSQL, it runs as another user, who must be able to traverse this folder.
    await mkdir(kept, { recursive: true, mode: 0o711 });
    const loading = await prepareGround({ kept, fsync: false });
    await fill(loading);
    await loading.end();
    await writeFile(mark, '');
    printTime();
  }
  const ground = await prepareGround({ kept });
  if (isFilled) await tidy(ground);
  return ground;
}

/** Analyses the tables after migrations that the stored database did not have when it was filled. */
async function tidy(ground: Ground): Promise<void> {
  const { db } = connect(ground.urls.admin, 1);
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  await db.destroy();
}
