import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { forgetUpload } from './uploads.sql.ts';

/** Housekeeping: removes abandoned uploads. */
export async function tidyUploads(services: Services): Promise<void> {
  const over = await services.db
    .selectFrom('upload')
    .select('id')
    .where('expires_at', '<', new Date())
    .limit(500)
    .execute();
  for (const { id } of over) await inTransaction(services, NOBODY, (work) => forgetUpload(work, id));
}
