import type { Shipment } from '@cusp/contract/shipping';
import type { DbOrTx } from '../../platform/db/database.ts';
import { nameOf, type PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** Shipments, latest first. */
export const shipments = (db: DbOrTx, caseId: number) =>
  db
    .selectFrom('case_shipment')
    .innerJoin('app_user as person', 'person.id', 'sent_by')
    .selectAll('case_shipment')
    .select(personJson('person').as('person'))
    .where('case_id', '=', caseId)
    .orderBy('case_shipment.id', 'desc');

type ShipmentRow = Awaited<ReturnType<ReturnType<typeof shipments>['executeTakeFirstOrThrow']>>;

export const presentShipment = (row: ShipmentRow): Shipment => ({
  id: row.id,
  carrier: row.carrier,
  carrier_name: row.carrier_name,
  number: row.number,
  link: row.link,
  sent_date: row.sent_at.toISOString(),
  sent_by: nameOf(row.person as PersonRow | null),
});
