import type { issueStatement as endpoint, Statement, StatementFields } from '@cusp/contract/statements';
import { connectorsOf } from '@cusp/dental/connectors';
import { fullName } from '@cusp/text/names';
import type * as z from 'zod';
import type { Skin } from '../../platform/brand/brands.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { StatementContent } from '../../platform/db/tables/statements.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { MISSING, printable } from '../../platform/paper/printable.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf } from '../../platform/texts/load-texts.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockCase, visibleCase } from '../case-access/case-in-hand.sql.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { holdPeople } from '../identity/moving-people.ts';
import { personById } from '../invitations/people.sql.ts';
import { orderOf } from '../orders/orders.sql.ts';
import { otherNamesOf } from '../patients/earlier-names.sql.ts';
import { requireNobodyNamed, withCodes } from './nobody-named.ts';
import { isCompleted } from './read-statements.ts';
import { drawStatement } from './statement-paper.ts';
import { presentStatement, statements } from './statements.sql.ts';

type Body = z.output<typeof endpoint.body>;

const YEARS = { usual: 10, implantable: 15 } as const;

/**
 * Issues a statement for the device of a case, in the languages of the lab and of the prescriber. The papers are drawn
 * first; the transaction then makes sure that neither the order nor the latest statement has changed since.
 */
export async function issueStatement(
  services: Services,
  actor: Actor,
  caseId: number,
  { key, after, zone, ...fields }: Body,
  { skin, signal }: { skin: Skin; signal: AbortSignal },
): Promise<Statement> {
  const { db } = services;
  const { no, side, author_id, status, prev_status, ...rest } = await visibleCase(db, actor.userId, caseId);
  if (side !== 'OT') throw new Refusal('statement_recipient_only');
  const known = await issued(db, caseId, key);
  if (known) return known;
  if (!isCompleted({ ...rest, no, side, author_id, status, prev_status }))
    throw new Refusal('statement_not_completed');
  const order = await orderOf(db, caseId);
  const { firstname, lastname, birthdate } = order.fields.patient;
  const patient = {
    patient_first: firstname,
    patient_last: lastname,
    patient_birth: birthdate,
    other_names: await otherNamesOf(db, caseId),
  };
  requireNobodyNamed(fields, patient);
  await requireLetters(fields);
  const content: StatementContent = {
    fields,
    number_system: order.fields.numberSystem,
    connectors: connectorsOf(order.fields.restorations, order.fields.connectorChoices),
    restorations: withCodes(order.fields.restorations, patient, fields.patient_code),
  };
  const issuer = await personById(db, actor.userId);
  const issuedAt = new Date();
  const languages = [
    ...new Set([await languageOf(db, actor.userId), (await personById(db, author_id)).language]),
  ];
  const papers = await drawStatement(
    services,
    content,
    {
      no,
      version: after + 1,
      issuedAt,
      issuer: fullName(issuer.first_name, issuer.last_name),
      timeZone: zone,
      skin,
    },
    languages,
    { userId: actor.userId, signal },
  );
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    await requireHome(tx, actor.userId);
    const now = await lockCase(tx, actor.userId, caseId);
    const same = await issued(tx, caseId, key);
    if (same) return same;
    if (!isCompleted(now)) throw new Refusal('statement_not_completed');
    const latest = await tx
      .selectFrom('device_statement')
      .select('version')
      .where('case_id', '=', caseId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if ((latest?.version ?? 0) !== after || (await orderOf(tx, caseId)).version !== order.version)
      throw new Refusal('statement_newer');
    const keptUntil = new Date(issuedAt);
    keptUntil.setUTCFullYear(
      issuedAt.getUTCFullYear() + (fields.is_implantable ? YEARS.implantable : YEARS.usual),
    );
    const added = await tx
      .insertInto('device_statement')
      .values({
        case_id: caseId,
        case_no: now.no,
        version: after + 1,
        client_key: key,
        maker_id: now.recipient_id,
        issued_by: actor.userId,
        issued_at: issuedAt,
        kept_until: keptUntil,
        is_implantable: fields.is_implantable,
        content: JSON.stringify(content),
        papers: JSON.stringify(papers),
      })
      .onConflict((conflict) => conflict.column('client_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    // The key of a statement of another case.
    if (!added) throw new Refusal('invalid_input', 'key');
    const { id } = added;
    await recordCaseChange(work, caseId, {
      event: { name: 'statement_issued', ids: { statement: id } },
      audit: { action: 'statement_issued', object: { type: 'statement', id } },
    });
    return presentStatement(
      await statements(tx).where('device_statement.id', '=', id).executeTakeFirstOrThrow(),
    );
  });
}

/**
 * A person who has moved away during their session cannot issue statements here, because copies of their statements
 * have already been made.
 */
async function requireHome(tx: Tx, userId: number): Promise<void> {
  await holdPeople(tx, [userId]);
  const { presence } = await tx
    .selectFrom('app_user')
    .select('presence')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (presence !== 'home') throw new Refusal('not_signed_in');
}

/** The statement of an earlier try of the same request. */
async function issued(db: DbOrTx, caseId: number, key: string): Promise<Statement | null> {
  const row = await statements(db)
    .where('device_statement.client_key', '=', key)
    .where('device_statement.case_id', '=', caseId)
    .executeTakeFirst();
  return row ? presentStatement(row) : null;
}

/**
 * Refuses letters that the font of the paper lacks, such as Chinese ones: a paper that is kept for years must not have
 * gaps that were overlooked when it was issued.
 */
async function requireLetters({ materials, ...fields }: StatementFields): Promise<void> {
  const { openFonts } = await import('../../platform/paper/fonts.ts');
  const { regular } = await openFonts();
  const texts = [
    ...Object.entries(fields),
    ...materials.flatMap((material, at) =>
      Object.entries(material).map(([name, text]) => [`materials.${at}.${name}`, text] as const),
    ),
  ];
  for (const [field, text] of texts)
    if (typeof text === 'string' && printable(text.replaceAll(MISSING, ''), regular).includes(MISSING))
      throw new Refusal('statement_letters', field);
}
