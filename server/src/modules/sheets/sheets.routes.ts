import * as contract from '@cusp/contract/sheets';
import type { FastifyInstance } from 'fastify';
import { found } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { applySheet } from './apply-sheet.ts';
import type { SheetKinds } from './sheet-kind.ts';
import { presentSheet, presentSummary } from './sheets.present.ts';
import { batchOf, undoableBatches } from './sheets.sql.ts';
import { undoSheet } from './undo-sheet.ts';

/** Endpoints shared by all kinds of sheets; each kind has a separate template and upload. */
export function registerSheetsRoutes(app: FastifyInstance, services: Services, kinds: SheetKinds): void {
  serve(app, contract.listSheets, async ({ query }) => ({
    sheets: (await undoableBatches(services.db, query.kind)).map(presentSummary),
  }));
  serve(app, contract.getSheet, async ({ params }) => {
    const batch = found(await batchOf(services.db, params.id));
    return presentSheet(kinds[batch.kind], batch);
  });
  serve(app, contract.applySheet, ({ actor, params }) => applySheet(services, actor, kinds, params.id));
  serve(app, contract.undoSheet, ({ actor, params }) => undoSheet(services, actor, kinds, params.id));
}
