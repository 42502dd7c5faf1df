import type { Connector, DraftFields, DraftRestoration } from '@cusp/contract/draft-fields';
import type { OrderRestoration } from '@cusp/contract/order-fields';
import { fittingChoices } from '@cusp/dental/connectors';
import { withCurrentMarks } from '@cusp/dental/order-rules';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { draftsOf } from '../case-access/case-access.policy.ts';
import { circleSql, isOnAuthorsSide } from '../case-access/visible-cases.sql.ts';

/** One's own draft; throws `not_found` otherwise. */
export async function draftRow(db: DbOrTx, userId: number, draftId: number) {
  return found(
    await db
      .selectFrom('dental_case')
      .selectAll()
      .where('id', '=', draftId)
      .where(draftsOf(userId))
      .executeTakeFirst(),
  );
}

export type DraftRow = Awaited<ReturnType<typeof draftRow>>;

/** One's own case, sent or not, locked until the transaction ends; throws `not_found` otherwise. */
export async function lockOwnCase(tx: Tx, userId: number, caseId: number): Promise<DraftRow> {
  return found(
    await tx
      .selectFrom('dental_case')
      .selectAll()
      .where('id', '=', caseId)
      .where(isOnAuthorsSide(circleSql([userId])))
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
}

export async function draftRestorations(db: DbOrTx, draftId: number) {
  return db
    .selectFrom('restoration')
    .select([
      'type',
      'teeth',
      'arch',
      'material',
      'shade',
      'stump_shade',
      'meant',
      'display_name',
      'tooth_text',
    ])
    .where('case_id', '=', draftId)
    .orderBy('position')
    .execute();
}

export type DraftRestorationRow = Awaited<ReturnType<typeof draftRestorations>>[number];

/**
 * Columns of the given fields; the others are unchanged. Choices about connectors are given with the restorations, and
 * those that do not fit them are dropped.
 */
export function columnsOf(fields: Partial<DraftFields>) {
  const { patient } = fields;
  return {
    ...(fields.recipientId === undefined ? {} : { recipient_id: fields.recipientId }),
    ...(patient
      ? {
          patient_first: patient.firstname,
          patient_last: patient.lastname,
          patient_sex: patient.sex,
          patient_birth: patient.birthdate,
        }
      : {}),
    ...(fields.numberSystem === undefined ? {} : { number_sys: fields.numberSystem }),
    ...(fields.connectorChoices === undefined
      ? {}
      : {
          connector_choices: JSON.stringify(
            fittingChoices(fields.restorations ?? [], fields.connectorChoices),
          ),
        }),
    ...(fields.noRestorationReason === undefined
      ? {}
      : { no_restoration_reason: fields.noRestorationReason }),
    ...(fields.deliveryDate === undefined ? {} : { delivery_date: fields.deliveryDate }),
    ...(fields.appointment === undefined ? {} : { appointment: fields.appointment }),
    ...(fields.note === undefined ? {} : { note: fields.note }),
    ...(fields.scansFollow === undefined ? {} : { scans_follow: fields.scansFollow }),
  };
}

interface Made {
  restorations: readonly (DraftRestoration & Partial<OrderRestoration>)[];
  connectorChoices: readonly Connector[];
}

/** Replaces the restorations of a case. Drops confirmations that no longer apply. */
export async function replaceRestorations(
  tx: Tx,
  caseId: number,
  { restorations, connectorChoices }: Made,
): Promise<void> {
  await tx.deleteFrom('restoration').where('case_id', '=', caseId).execute();
  if (restorations.length === 0) return;
  await tx
    .insertInto('restoration')
    .values(
      withCurrentMarks(restorations, connectorChoices).map((each, position) => ({
        case_id: caseId,
        position,
        type: each.type,
        teeth: each.teeth,
        arch: each.arch,
        material: each.material ?? '',
        shade: each.shade,
        stump_shade: each.stumpShade,
        meant: each.meant,
        display_name: each.displayName ?? '',
        tooth_text: each.toothText ?? '',
      })),
    )
    .execute();
}
