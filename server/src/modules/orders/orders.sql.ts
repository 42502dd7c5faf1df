import type { OrderFields } from '@cusp/contract/order-fields';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { planAppointment } from '../appointments/plan-appointments.ts';
import { fieldsOf } from '../drafts/drafts.present.ts';
import { columnsOf, draftRestorations, replaceRestorations } from '../drafts/drafts.sql.ts';

/** The current order of a case and its version. */
export async function orderOf(db: DbOrTx, caseId: number): Promise<{ version: number; fields: OrderFields }> {
  const row = await db
    .selectFrom('dental_case')
    .selectAll()
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow();
  const restorations = await draftRestorations(db, caseId);
  const { recipientId: _, deviceId: __, ...fields } = fieldsOf(row, restorations);
  return {
    version: row.order_version,
    fields: {
      ...fields,
      restorations: fields.restorations.map((each, index) => ({
        ...each,
        displayName: restorations[index]?.display_name ?? '',
        toothText: restorations[index]?.tooth_text ?? '',
      })),
    },
  };
}

/** Replaces the order with these fields. Triggers update search and tallies. */
export async function writeOrder(
  tx: Tx,
  caseId: number,
  order: { version: number; fields: OrderFields },
): Promise<void> {
  await tx
    .updateTable('dental_case')
    .set({ ...columnsOf(order.fields), order_version: order.version, updated_at: sql`now()` })
    .where('id', '=', caseId)
    .execute();
  await replaceRestorations(tx, caseId, order.fields);
  await planAppointment(tx, caseId);
}
