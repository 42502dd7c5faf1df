import * as contract from '@cusp/contract/list-exports';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { XLSX } from '../sheets/template.ts';
import type { ExportKinds } from './export-kind.ts';
import { exportKey } from './run-export.ts';
import { presentExport, requireFlags, startExport } from './start-export.ts';

export function registerListExportsRoutes(
  app: FastifyInstance,
  services: Services,
  kinds: ExportKinds,
): void {
  const { db, storage } = services;
  const ownExports = ({ userId }: Actor) =>
    db
      .selectFrom('list_export')
      .selectAll()
      .where('created_by', '=', userId)
      .where('state', '<>', 'cancelled')
      .where('expires_at', '>', sql<Date>`now()`);

  serve(app, contract.listExports, async ({ actor }) => {
    const rows = await ownExports(actor).orderBy('id', 'desc').execute();
    return { exports: rows.map((row) => presentExport(kinds, row)) };
  });
  serve(app, contract.startExport, ({ actor, body }) => startExport(services, actor, kinds, body));
  serve(app, contract.cancelExport, async ({ actor, params }) => {
    const row = found(await ownExports(actor).where('id', '=', params.id).executeTakeFirst());
    await db
      .updateTable('list_export')
      .set({ state: 'cancelled', expires_at: sql<Date>`now()` })
      .where('id', '=', row.id)
      .execute();
    await storage.remove(exportKey(row.id));
    return {};
  });
  serve(app, contract.exportFile, async ({ actor, params, request, reply }) => {
    const row = await ownExports(actor)
      .where('id', '=', params.id)
      .where('state', '=', 'done')
      .executeTakeFirst();
    // The size of the file itself: two runs of a job may have written files of different sizes.
    const size = row ? await storage.sizeOf(exportKey(row.id)) : null;
    if (!row || size === null) throw new Refusal('export_over');
    const kind = requireFlags(kinds, actor, row.list);
    await audit(db, actor, {
      action: 'list_export_fetched',
      object: { type: 'list_export', id: row.id },
      detail: { list: row.list, rows: row.rows_done },
    });
    return sendBytes(request, reply, {
      filename: kind.filename,
      type: XLSX,
      inline: false,
      size,
      sha256: null,
      read: () => storage.read(exportKey(row.id)),
    });
  });
}
