import type { DraftFields } from '@cusp/contract/draft-fields';
import type { Draft } from '@cusp/contract/drafts';
import { fittingChoices } from '@cusp/dental/connectors';
import { presentFiles } from '../files/files.present.ts';
import type { FileRow } from '../files/files.sql.ts';
import type { DraftRestorationRow, DraftRow } from './drafts.sql.ts';

/** The form's fields of a stored draft. */
export function fieldsOf(row: DraftRow, restorations: readonly DraftRestorationRow[]): DraftFields {
  const made = restorations.map((each) => ({
    type: each.type,
    teeth: each.teeth,
    arch: each.arch,
    material: each.material || null,
    shade: each.shade,
    stumpShade: each.stump_shade,
    meant: each.meant,
  }));
  return {
    recipientId: row.recipient_id,
    patient: {
      firstname: row.patient_first,
      lastname: row.patient_last,
      sex: row.patient_sex,
      birthdate: row.patient_birth,
    },
    numberSystem: row.number_sys,
    restorations: made,
    // A server of the previous release changes restorations without their choices.
    connectorChoices: fittingChoices(made, row.connector_choices),
    noRestorationReason: row.no_restoration_reason,
    deliveryDate: row.delivery_date,
    appointment: row.appointment,
    note: row.note,
    scansFollow: row.scans_follow,
    deviceId: row.device_id,
  };
}

export function presentDraft(
  row: DraftRow,
  restorations: readonly DraftRestorationRow[],
  files: readonly FileRow[],
): Draft {
  return {
    ...fieldsOf(row, restorations),
    id: row.id,
    no: row.no,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    files: presentFiles(row.author_id, files),
  };
}
