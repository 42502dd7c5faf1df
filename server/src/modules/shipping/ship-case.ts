import type { addShipment as endpoint, Shipment } from '@cusp/contract/shipping';
import { SHIPPING_LIMITS } from '@cusp/contract/shipping.routes';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { type CaseInHand, lockCase, visibleCase } from '../case-access/case-in-hand.sql.ts';
import { requireNoHold } from '../case-access/holds.sql.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { presentShipment, shipments } from './shipments.sql.ts';

/**
 * Shipments are possible once work has begun, and again after a case was reopened; those of a closed case cannot
 * change.
 */
const isShippable = ({ status }: Pick<CaseInHand, 'status'>) =>
  status === 'PROC' || status === 'COMP' || status === 'REOP';

/** The shipments of a case, which both sides see. */
export async function listShipments({ db }: Services, actor: Actor, caseId: number) {
  const dentalCase = await visibleCase(db, actor.userId, caseId);
  return {
    shipments: (await shipments(db, caseId).execute()).map(presentShipment),
    may_ship: dentalCase.side === 'OT' && isShippable(dentalCase) && actor.support === undefined,
  };
}

async function lockToShip(tx: Tx, actor: Actor, caseId: number): Promise<void> {
  const dentalCase = await lockCase(tx, actor.userId, caseId);
  if (dentalCase.side !== 'OT') throw new Refusal('shipping_recipient_only');
  if (!isShippable(dentalCase))
    throw new Refusal(dentalCase.status === 'CLSD' ? 'case_closed' : 'shipping_not_begun');
}

/**
 * Records a shipment of the work. A repeated request returns the shipment that it added before; with other fields it
 * corrects that one, because the person changed them after the reply was lost.
 */
export const addShipment = (
  services: Services,
  actor: Actor,
  caseId: number,
  { key, carrier, carrier_name, number, link }: z.output<typeof endpoint.body>,
) =>
  inTransaction(services, actor, async (work): Promise<Shipment> => {
    const { tx } = work;
    await lockToShip(tx, actor, caseId);
    const isOther = carrier === 'other';
    const fields = {
      carrier,
      carrier_name: isOther ? carrier_name : '',
      number,
      link: isOther && link ? new URL(link).href : '',
    };
    const before = await shipments(tx, caseId).where('client_key', '=', key).executeTakeFirst();
    const names = ['carrier', 'carrier_name', 'number', 'link'] as const;
    if (before && names.every((name) => before[name] === fields[name])) return presentShipment(before);
    if (before) {
      await requireNoHold(tx, caseId);
      await tx.updateTable('case_shipment').set(fields).where('id', '=', before.id).execute();
      await recordRemoval(work, caseId, before.id);
      await recordShipment(work, caseId, before.id, { corrected: before.id });
      return presentShipment({ ...before, ...fields });
    }
    const rows = await shipments(tx, caseId).execute();
    if (rows.length >= SHIPPING_LIMITS.shipments) throw new Refusal('too_many_shipments');
    const added = await tx
      .insertInto('case_shipment')
      .values({ case_id: caseId, client_key: key, ...fields, sent_by: actor.userId })
      .onConflict((conflict) => conflict.column('client_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    // A key used for a shipment of another case.
    if (!added) throw new Refusal('invalid_input', 'key');
    await recordShipment(work, caseId, added.id);
    return presentShipment(
      await shipments(tx, caseId).where('case_shipment.id', '=', added.id).executeTakeFirstOrThrow(),
    );
  });

/** Removes a shipment that was recorded by mistake. Removing it again changes nothing. */
export const removeShipment = (services: Services, actor: Actor, caseId: number, shipment: number) =>
  inTransaction(services, actor, async (work) => {
    const { tx } = work;
    await lockToShip(tx, actor, caseId);
    await requireNoHold(tx, caseId);
    const removed = await tx
      .deleteFrom('case_shipment')
      .where('case_id', '=', caseId)
      .where('id', '=', shipment)
      .returning('id')
      .executeTakeFirst();
    if (removed) await recordRemoval(work, caseId, shipment);
    return {};
  });

async function recordShipment(
  work: Work,
  caseId: number,
  shipment: number,
  ids: { corrected?: number } = {},
): Promise<void> {
  await touch(work.tx, caseId);
  await recordCaseChange(work, caseId, {
    event: { name: 'case_shipped', ids: { shipment, ...ids } },
    audit: { action: 'case_shipped', object: { type: 'shipment', id: shipment } },
  });
}

async function recordRemoval(work: Work, caseId: number, shipment: number): Promise<void> {
  await touch(work.tx, caseId);
  await recordCaseChange(work, caseId, {
    event: { name: 'shipment_removed', ids: { shipment } },
    audit: { action: 'shipment_removed', object: { type: 'shipment', id: shipment } },
  });
}

const touch = (tx: Tx, caseId: number) =>
  tx.updateTable('dental_case').set({ updated_at: sql`now()` }).where('id', '=', caseId).execute();
