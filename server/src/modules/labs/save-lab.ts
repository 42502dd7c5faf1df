import type { LabFields } from '@cusp/contract/staff-labs';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { cleanPicture, PICTURE_RULE, withStoredPicture } from '../../platform/files/picture.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { customersOnline } from '../people/customers-online.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { isLabAddressTaken } from './link-lab.ts';
import { accountOf, staffLabById } from './staff-labs.sql.ts';

/** A logo follows the rules of profile pictures. */
export const LOGO_RULE = { ...PICTURE_RULE, field: 'lab_logo' } as const;

interface Change {
  fields: LabFields;
  logo: Buffer | null;
}

/** Registers a lab; refuses a second one for the same address. */
export const registerLab = (services: Services, actor: Actor, { fields, logo }: Change): Promise<number> =>
  withLogo(services, actor, logo, async (work, logo_key) => {
    const columns = await columnsOf(work.tx, fields, null);
    const { id } = await work.tx
      .insertInto('lab')
      .values({ ...columns, logo_key: logo_key ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await work.audit({ action: 'lab_created', object: { type: 'lab', id } });
    return id;
  });

/** Edits a lab; refuses if another user has changed it since `version` was read, with their name. */
export const editLab = (
  services: Services,
  actor: Actor,
  { id, version, fields, logo }: Change & { id: number; version: string | undefined },
): Promise<void> =>
  withLogo(services, actor, logo, async (work, logo_key) => {
    await work.tx.selectFrom('lab').select('id').where('id', '=', id).forUpdate().execute();
    const before = found(await staffLabById(work.tx, id));
    if (version !== undefined && version !== before.version)
      throw new Refusal('conflict', { changed_by: await lastEditorOf(work.tx, id) });
    const next = logo_key ?? (fields.lab_logo === '' ? null : before.logo_key);
    await work.tx
      .updateTable('lab')
      .set({ ...(await columnsOf(work.tx, fields, id)), logo_key: next })
      .where('id', '=', id)
      .execute();
    if (before.logo_key && before.logo_key !== next)
      await work.enqueue('delete-bytes', { key: before.logo_key });
    await work.audit({ action: 'lab_changed', object: { type: 'lab', id } });
  });

/** Removes labs from the list; returns how many. Connections to their accounts stay. */
export const removeLabs = (services: Services, actor: Actor, ids: readonly number[]): Promise<number> =>
  inTransaction(services, actor, async (work) => {
    const removed = await work.tx
      .deleteFrom('lab')
      .where('id', 'in', [...new Set(ids)])
      .returning(['id', 'logo_key'])
      .execute();
    if (removed.length === 0) throw new Refusal('not_found');
    for (const { id, logo_key } of removed) {
      if (logo_key) await work.enqueue('delete-bytes', { key: logo_key });
      await work.audit({ action: 'lab_removed', object: { type: 'lab', id } });
    }
    await notifyCustomers(work);
    return removed.length;
  });

function withLogo<T>(
  services: Services,
  actor: Actor,
  bytes: Buffer | null,
  change: (work: Work, logoKey: string | undefined) => Promise<T>,
): Promise<T> {
  const logo = bytes && cleanPicture(bytes, LOGO_RULE.field);
  return withStoredPicture(
    services,
    logo,
    (stored) =>
      inTransaction(services, actor, async (work) => {
        const outcome = await change(work, stored?.picture_key ?? undefined);
        await notifyCustomers(work);
        return outcome;
      }),
    'labs',
  );
}

/** Makes the pickers that are open in clinics reload. */
const notifyCustomers = async (work: Work): Promise<void> =>
  work.record({
    name: 'labs_modified',
    audience: await customersOnline(work.tx, work.services.config.idleMinutes),
  });

async function columnsOf(tx: Tx, { lab_logo: _, is_active, ...fields }: LabFields, id: number | null) {
  if (await isLabAddressTaken(tx, fields.email, id)) throw new Refusal('lab_exists', 'email');
  const { name, email, company_name, company_address, contact_name, contact_email, contact_phone, country } =
    fields;
  return {
    ...{ name, email, company_name, company_address, contact_name, contact_email, contact_phone, country },
    is_active: is_active === 'true',
    user_id: (await keptAccountOf(tx, id, email)) ?? (await accountOf(tx, email)),
  };
}

/** The account of a lab whose address an edit does not change: the account may have another address by now. */
async function keptAccountOf(tx: Tx, id: number | null, email: string): Promise<number | null> {
  if (id === null) return null;
  const stored = await tx
    .selectFrom('lab')
    .select('user_id')
    .where('id', '=', id)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
  return stored?.user_id ?? null;
}

/**
 * The name of the person who last changed a lab. Looks at two days of the log first, because it has an index by time and
 * none by object: of 488,000 entries in 330 days that reads 173 pages, the full search 6,027.
 */
async function lastEditorOf(tx: Tx, id: number): Promise<string> {
  const editors = tx
    .selectFrom('audit_log')
    .innerJoin('app_user', 'app_user.id', 'audit_log.user_id')
    .select(['app_user.id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('object_type', '=', 'lab')
    .where('object_id', '=', id)
    .orderBy('audit_log.id', 'desc')
    .limit(1);
  const recent = editors.where('audit_log.at', '>', sql<Date>`now() - interval '2 days'`);
  const editor = (await recent.executeTakeFirst()) ?? (await editors.executeTakeFirst());
  return editor ? nameOf(editor) : '';
}
