import { randomUUID } from 'node:crypto';
import type { StatementFields } from '@cusp/contract/statements';
import type { Services } from '../platform/services.ts';

export const STATEMENT_FIELDS: StatementFields = {
  manufacturer: 'Fine Lab',
  address: 'Werkstr. 1\n10115 Berlin',
  sites: '',
  representative: '',
  device: 'Device 1',
  patient_code: 'P-4711',
  prescriber: 'Ada Author',
  institution: 'Smile Clinic',
  remarks: '',
  materials: [{ name: 'Zirconia disc', maker: 'Example', lot: 'A213B1', expiry: '2027-07-31', gtin: '' }],
  exceptions: '',
  substances: '',
  is_implantable: false,
};

/** The first statement of a case. */
export const createStatement = async (
  { db }: Services,
  { caseId, maker, keptUntil }: { caseId: number; maker: { id: number }; keptUntil?: Date },
) => {
  const { no } = await db
    .selectFrom('dental_case')
    .select('no')
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('device_statement')
    .values({
      case_id: caseId,
      case_no: no,
      version: 1,
      client_key: randomUUID(),
      maker_id: maker.id,
      issued_by: maker.id,
      issued_at: new Date(),
      kept_until: keptUntil ?? new Date(Date.now() + 3600_000),
      is_implantable: false,
      content: JSON.stringify({ fields: STATEMENT_FIELDS, number_system: 'FDI', restorations: [] }),
      papers: JSON.stringify([{ language: 'en', pdf: Buffer.from('%PDF-1.7').toString('base64') }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, case_id: caseId };
};
