import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { peopleAround } from './circle.sql.ts';

/**
 * Ends the exports of a practice whose members change: finished and running ones contain cases that the person may no
 * longer see.
 */
export const endExports = (work: Work<Doer>, ownerId: number): Promise<void> =>
  end(work, 'group_changed', sql<boolean>`data_export.created_by = ${ownerId}`);

/** The same for guests who have parted, by the ids of their circles before and after. */
export async function endExportsOfParted(
  work: Work<Doer>,
  before: ReadonlyMap<number, readonly number[]>,
  after: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const parted = [...before].flatMap(([id, circle]) => {
    const now = new Set(after.get(id));
    const others = circle.filter((person) => !now.has(person));
    return others.length > 0 ? [id, ...others] : [];
  });
  if (parted.length > 0)
    await end(work, 'group_changed', sql<boolean>`data_export.created_by = any(${parted}::bigint[])`);
}

interface Scanner {
  id: number;
  /** Its customer. */
  user_id: number;
}

const tableOf = (scanners: readonly Scanner[]) => sql`unnest(
  ${scanners.map(({ id }) => id)}::bigint[], ${scanners.map(({ user_id }) => user_id)}::bigint[]
) as locked (device_id, user_id)`;

/** Everybody whose exports may contain scans of these scanners: the circles of their customers and of the authors. */
export async function exportersOf(tx: Tx, scanners: readonly Scanner[]): Promise<number[]> {
  const { rows } = await sql<{ author_id: number }>`
    select distinct author_id from dental_case join ${tableOf(scanners)}
      on dental_case.device_id = locked.device_id and dental_case.device_user_id = locked.user_id
  `.execute(tx);
  return peopleAround(tx, [
    ...scanners.map(({ user_id }) => user_id),
    ...rows.map(({ author_id }) => author_id),
  ]);
}

/**
 * Ends the exports that may contain scans of scanners that are locked from now on: all of a customer's practice,
 * because the drafts in it may be gone, and every other export of the author's side that contains a case of such a
 * scanner.
 */
export async function endExportsOfScanners(work: Work<Doer>, locked: readonly Scanner[]): Promise<void> {
  const devices = tableOf(locked);
  await end(
    work,
    'scanner_locked',
    sql<boolean>`exists (
      select from ${devices} where data_export.case_ids is null and locked.user_id = any(circle_of(data_export.created_by))
    ) or exists (
      select from dental_case join ${devices}
        on dental_case.device_id = locked.device_id and dental_case.device_user_id = locked.user_id
      where (data_export.case_ids is null or dental_case.id = any(data_export.case_ids))
        and dental_case.author_id = any(circle_of(data_export.created_by))
        and (
          dental_case.author_id = data_export.created_by
          or dental_case.recipient_id is distinct from data_export.created_by
        )
    )`,
  );
}

async function end(
  work: Work<Doer>,
  problem: 'group_changed' | 'scanner_locked',
  which: RawBuilder<boolean>,
): Promise<void> {
  const ending = await work.tx
    .selectFrom('data_export')
    .select(['id', 'storage_key'])
    .where('state', 'in', ['queued', 'running', 'done'])
    .where(which)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, storage_key: key } of ending) {
    await work.tx
      .updateTable('data_export')
      .set({ state: 'failed', problem, storage_key: null, bytes: null, sha256: null })
      .where('id', '=', id)
      .execute();
    if (key) await work.enqueue('delete-bytes', { key });
  }
}
