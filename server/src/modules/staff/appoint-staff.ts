import { STAFF_FLAGS, type StaffFlag, staffFlagsOf } from '@cusp/contract/staff.routes';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { endSessions } from '../identity/sessions.ts';

/** Why a person cannot be appointed; `message` is shown to the operator. */
export class NotAppointed extends Error {
  override readonly name = 'NotAppointed';
}

/** All staff members, by address. */
export async function listStaff({ db }: Services) {
  const people = await db
    .selectFrom('app_user')
    .select(['email', 'first_name', 'last_name', ...COLUMNS])
    .where((eb) => eb.or(COLUMNS.map((column) => eb(column, '=', true))))
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute();
  return people.map((person) => ({ ...person, flags: staffFlagsOf(person) }));
}

const COLUMNS = STAFF_FLAGS.map((flag) => `is_${flag}` as const);

/** Gives a person a staff flag; false if they already have it. Refuses accounts that could not sign in at /adm. */
export const addStaff = (services: Services, email: string, flag: StaffFlag): Promise<boolean> =>
  inTransaction<Doer, boolean>(services, NOBODY, async (work) => {
    const person = await personOf(work.tx, email);
    if (!person.activated_at) throw new NotAppointed(`${person.email} has not activated the account yet.`);
    if (!person.password_hash)
      throw new NotAppointed(`${person.email} has no password, so it cannot sign in at /adm.`);
    if (person[`is_${flag}`]) return false;
    await setFlags(work.tx, person.id, [flag], true);
    await work.audit({
      action: 'staff_flag_given',
      object: { type: 'user', id: person.id },
      detail: { flag },
    });
    return true;
  });

/**
 * Takes a staff flag from a person, or all of them; returns those that were taken. Staff sessions end with the last
 * flag; until then each request is checked against the remaining ones.
 */
export const removeStaff = (services: Services, email: string, flag?: StaffFlag): Promise<StaffFlag[]> =>
  inTransaction<Doer, StaffFlag[]>(services, NOBODY, async (work) => {
    const person = await personOf(work.tx, email);
    const held = staffFlagsOf(person);
    const taken = held.filter((each) => flag === undefined || each === flag);
    if (taken.length === 0) return [];
    await setFlags(work.tx, person.id, taken, false);
    if (taken.length === held.length)
      await endSessions(work, { userId: person.id, kind: 'staff' }, 'no staff any more');
    for (const each of taken)
      await work.audit({
        action: 'staff_flag_taken',
        object: { type: 'user', id: person.id },
        detail: { flag: each },
      });
    return taken;
  });

async function personOf(tx: Tx, email: string) {
  const person = await tx
    .selectFrom('app_user')
    .select(['id', 'email', 'password_hash', 'activated_at', ...COLUMNS])
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new NotAppointed(`There is no account with the address ${email}.`);
  return person;
}

const setFlags = (tx: Tx, userId: number, flags: readonly StaffFlag[], value: boolean) =>
  tx
    .updateTable('app_user')
    .set({
      ...Object.fromEntries(flags.map((flag) => [`is_${flag}`, value])),
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute();
