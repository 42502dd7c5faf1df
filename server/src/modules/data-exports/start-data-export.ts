import type { startDataExport as endpoint } from '@cusp/contract/data-exports';
import { MAX_DATA_EXPORTS } from '@cusp/contract/data-exports.routes';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf } from '../../platform/texts/load-texts.ts';
import { inTransaction } from '../../platform/work.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { lockPerson } from '../invitations/people.sql.ts';
import { practiceOf } from '../privacy/practice.sql.ts';
import { type ExportRow, ownExports, visibleIds } from './data-exports.sql.ts';

type Body = z.output<typeof endpoint.body>;

/** Queues an export. If the same one is already running, returns that; a person has three at most. */
export async function startDataExport(
  services: Services,
  actor: Actor,
  body: Body,
  brand: string,
): Promise<ExportRow> {
  const language = await languageOf(services.db, actor.userId);
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    await practiceOf(tx, actor);
    const caseIds = await chosen(tx, actor.userId, body);
    // Serialises two concurrent clicks.
    await lockPerson(tx, actor.userId);
    const kept = await ownExports(tx, actor.userId).execute();
    const same = kept.find(
      ({ state, scope, case_ids }) =>
        (state === 'queued' || state === 'running') &&
        scope === body.scope &&
        String(case_ids) === String(caseIds),
    );
    if (same) return same;
    if (kept.length >= MAX_DATA_EXPORTS) throw new Refusal('data_exports_full');
    const row = await tx
      .insertInto('data_export')
      .values({
        created_by: actor.userId,
        scope: body.scope,
        case_ids: caseIds,
        language,
        time_zone: body.zone,
        brand,
        problem: null,
        cases_total: caseIds?.length ?? (await visibleIds(tx, actor.userId, null)).length,
        storage_key: null,
        bytes: null,
        sha256: null,
        expires_at: sql<Date>`now() + interval '3 days'`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await work.enqueue('data-export', { exportId: row.id }, { personId: actor.userId });
    await work.audit({
      action: 'data_exported',
      object: { type: 'data_export', id: row.id },
      detail: { scope: body.scope, cases: row.cases_total },
    });
    return row;
  });
}

/** Ids of the cases, the latest sent first; null for the whole practice. Refused if one of them is not visible. */
async function chosen(tx: Tx, userId: number, body: Body): Promise<number[] | null> {
  if (body.scope === 'practice') return null;
  if (body.scope === 'patient') {
    const seen = await visibleIds(tx, userId, body.ids);
    if (seen.length < new Set(body.ids).size) throw new Refusal('not_found');
    return seen;
  }
  const named = await tx
    .selectFrom('dental_case')
    .select('id')
    .where('no', '=', body.no)
    .where(casesVisibleTo(userId))
    .executeTakeFirst();
  if (!named) throw new Refusal('not_found', 'no');
  return [named.id];
}
