import { randomUUID } from 'node:crypto';
import type { DraftFields } from '@cusp/contract/draft-fields';
import type { TemplateFields } from '@cusp/contract/order-templates';
import type { Services } from '../platform/services.ts';
import { day } from './appointments.ts';

const [DELIVERY, APPOINTMENT] = [day(60), day(62)];

/** A complete form: one crown, scans follow. */
export const completeFields = (recipientId: number | null): DraftFields => ({
  recipientId,
  patient: { firstname: 'Zoë', lastname: 'Łukasz', sex: 'F', birthdate: '1980-02-29' },
  numberSystem: 'FDI',
  restorations: [
    { type: 'crown', teeth: [16], arch: null, material: 'zirconia', shade: 'A2', stumpShade: '', meant: [] },
  ],
  connectorChoices: [],
  noRestorationReason: '',
  deliveryDate: DELIVERY,
  appointment: APPOINTMENT,
  note: 'Please call',
  scansFollow: true,
  deviceId: null,
});

/** A template with one crown and no recipient. */
export const TEMPLATE_FIELDS: TemplateFields = {
  recipientId: null,
  restorations: [
    { type: 'crown', teeth: [16], arch: null, material: 'zirconia', shade: 'A2', stumpShade: '' },
  ],
  connectorChoices: [],
  note: '',
};

/** Inserts the row of a file without storing bytes. */
export async function createFileRow(
  { db }: Services,
  file: { caseId: number; uploaderId: number; filename: string },
) {
  return db
    .insertInto('case_file')
    .values({
      case_id: file.caseId,
      uploader_id: file.uploaderId,
      filename: file.filename,
      size: 84,
      sha256: '0'.repeat(64),
      storage_key: `cases/${file.caseId}/${randomUUID()}`,
      media_type: 'model/stl',
      announced_at: null,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
