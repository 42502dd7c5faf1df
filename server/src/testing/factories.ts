import { randomUUID } from 'node:crypto';
import type { NumberSystem, StatusCode } from '@cusp/contract/cases';
import type { Insertable } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';
import type { Services } from '../platform/services.ts';

type UserOverrides = Partial<Insertable<Tables['app_user']>>;

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

/** Creates an activated person without a password; tests sign in through `as()`. */
export async function createUser({ db }: Services, overrides: UserOverrides = {}) {
  const email = overrides.email ?? `person${next()}-${randomUUID().slice(0, 8)}@cusp.example`;
  return db
    .insertInto('app_user')
    .values({
      email,
      email_key: email.toLowerCase(),
      first_name: 'Ada',
      last_name: `Person${serial}`,
      role: 'Dental Clinic',
      institution: 'Smile Clinic',
      country: 'DE',
      region: 'us',
      activated_at: new Date(),
      region_set_at: new Date(),
      deleted_at: null,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const createLabUser = (services: Services, overrides: UserOverrides = {}) =>
  createUser(services, { role: 'Dental Lab', institution: 'Fine Lab', ...overrides });

/** A passkey that cannot sign in; it makes sign-in ask for a second step. */
export const createPasskey = ({ db }: Services, userId: number) =>
  db
    .insertInto('passkey')
    .values({
      user_id: userId,
      credential_id: randomUUID(),
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      rp_id: 'localhost',
      name: 'Key',
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

interface Person {
  id: number;
  email: string;
}

/** An accepted connection between two people. */
export async function createConnection({ db }: Services, owner: Person, user: Person) {
  const keys = [owner.email.toLowerCase(), user.email.toLowerCase()];
  return db
    .insertInto('connection')
    .values({
      owner_id: owner.id,
      user_id: user.id,
      email: user.email,
      email_key: user.email.toLowerCase(),
      pair_key: keys.sort().join(' '),
      status: 'ACCD',
      token_hash: null,
      token_expires_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A share group with accepted members. */
export async function createGroup({ db }: Services, owner: Person, members: Person[] = []) {
  const group = await db
    .insertInto('share_group')
    .values({ name: `Group ${next()}`, owner_id: owner.id })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const member of members) {
    await db
      .insertInto('group_member')
      .values({
        group_id: group.id,
        user_id: member.id,
        email: member.email,
        email_key: member.email.toLowerCase(),
        requester_id: owner.id,
        status: 'ACCD',
        token_hash: null,
        token_expires_at: null,
      })
      .execute();
  }
  return group;
}

export interface CaseOverrides {
  author?: Person;
  recipient?: Person;
  status?: StatusCode;
  prevStatus?: StatusCode | null;
  number_sys?: NumberSystem;
  patient_first?: string;
  patient_last?: string;
  patient_birth?: string;
  from_locked_device?: boolean;
  /** A draft is an unpublished case. */
  draft?: boolean;
}

/** Creates a published case with one crown, and its author and recipient unless they are given. */
export async function createCase(services: Services, overrides: CaseOverrides = {}) {
  const author = overrides.author ?? (await createUser(services));
  const recipient = overrides.recipient ?? (await createLabUser(services));
  const patientFirst = overrides.patient_first ?? 'Jo';
  const patientLast = overrides.patient_last ?? `Patient${next()}`;
  const no = `2611-${randomUUID().slice(0, 8).toUpperCase()}`;
  const dentalCase = await services.db
    .insertInto('dental_case')
    .values({
      no,
      client_key: null,
      author_id: author.id,
      recipient_id: recipient.id,
      assignee_id: null,
      status: overrides.status ?? 'OPEN',
      prev_status: overrides.prevStatus ?? null,
      patient_first: patientFirst,
      patient_last: patientLast,
      patient_sex: null,
      patient_birth: overrides.patient_birth ?? null,
      delivery_date: null,
      number_sys: overrides.number_sys ?? 'FDI',
      from_locked_device: overrides.from_locked_device ?? false,
      published_at: overrides.draft ? null : new Date(),
      completed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await services.db
    .insertInto('restoration')
    .values({
      case_id: dentalCase.id,
      position: 0,
      type: 'crown',
      teeth: [16],
      arch: null,
      material: 'zirconia',
      shade: 'A2',
    })
    .execute();
  return { ...dentalCase, author, recipient };
}
