import * as contract from '@cusp/contract/data-exports';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { skinOfHost } from '../../platform/brand/brands.ts';
import type { Db } from '../../platform/db/database.ts';
import { happenedSince } from '../../platform/db/log-partitions.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { practiceOf } from '../privacy/practice.sql.ts';
import { type ExportRow, ownExports, presentExports } from './data-exports.sql.ts';
import { exportFolder } from './run-data-export.ts';
import { startDataExport } from './start-data-export.ts';

export function registerDataExportsRoutes(app: FastifyInstance, services: Services): void {
  const { db, storage } = services;
  /** Presents exports, and notes the cases of which they name the patient. */
  const shown = async (actor: Actor, rows: readonly ExportRow[]) => {
    const exports = await presentExports(db, rows);
    app.readLog.addList(
      actor,
      'cases_listed',
      rows.flatMap(({ case_ids }, at) => (exports[at]?.about ? (case_ids ?? []).slice(0, 1) : [])),
    );
    return exports;
  };
  serve(app, contract.listDataExports, async ({ actor }) => {
    await practiceOf(db, actor);
    const rows = await ownExports(db, actor.userId).orderBy('id', 'desc').execute();
    return { exports: await shown(actor, rows) };
  });
  serve(app, contract.startDataExport, async ({ actor, body, request }) => {
    const row = await startDataExport(services, actor, body, skinOfHost(request.host).key);
    const [started] = await shown(actor, [row]);
    return found(started);
  });
  serve(app, contract.removeDataExport, async ({ actor, params }) => {
    await practiceOf(db, actor);
    const row = found(await ownExports(db, actor.userId).where('id', '=', params.id).executeTakeFirst());
    await inTransaction(services, actor, async (work) => {
      await work.tx
        .updateTable('data_export')
        .set({ state: 'cancelled', expires_at: sql<Date>`now()` })
        .where('id', '=', row.id)
        .execute();
      await work.audit({
        action: 'data_export_removed',
        object: { type: 'data_export', id: row.id },
        detail: { scope: row.scope, state: row.state },
      });
    });
    await storage.removeBelow(exportFolder(row.id));
    return {};
  });
  serve(app, contract.dataExportFile, async ({ actor, params, request, reply }) => {
    await practiceOf(db, actor);
    const row = await ownExports(db, actor.userId)
      .where('id', '=', params.id)
      .where('state', '=', 'done')
      .executeTakeFirst();
    const key = row?.storage_key;
    if (!row || !key) throw new Refusal('data_export_over');
    // A resumed download is one fetch. The first request of a session is logged whatever range it has.
    if (!/^bytes=0*[1-9]\d*-\d*$/.test(request.headers.range ?? '') || !(await wasFetched(db, actor, row)))
      await audit(db, actor, {
        action: 'data_export_fetched',
        object: { type: 'data_export', id: row.id },
        detail: { scope: row.scope, cases: row.cases_done },
      });
    return sendBytes(request, reply, {
      filename: `export-${row.created_at.toISOString().slice(0, 10)}-${row.id}.zip`,
      type: 'application/zip',
      inline: false,
      size: row.bytes ?? 0,
      sha256: row.sha256,
      read: (range) => storage.read(key, range),
    });
  });
}

/** Whether a download of the export in this session is in the audit log. */
async function wasFetched(db: Db, { userId, sessionId }: Actor, { id, created_at }: ExportRow) {
  const fetched = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'data_export_fetched')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('object_id', '=', id)
    .where(happenedSince(created_at))
    .limit(1)
    .executeTakeFirst();
  return fetched !== undefined;
}
