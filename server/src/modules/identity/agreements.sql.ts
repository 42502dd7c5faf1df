import type { AgreementKind } from '@cusp/contract/agreements.routes';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';

/**
 * Versions in force that the joined `app_user` needs and that have not been accepted. Terms are accepted by each
 * person, and the data processing agreement by the owner of the group, or by a person without one. The accepted text is
 * compared by its hash, so that people who come from the other region need not accept the same text again. Accounts
 * that existed before a version have time until it is required.
 */
const missing = sql`(
  select version.id, version.kind, version.name, version.is_template, party.id as party_id, party.first_name,
    party.last_name,
    case when party.created_at < version.published_at then version.required_from else party.created_at end as due
  from agreement_version as version
  join app_user as party on party.id = case version.kind when 'terms' then app_user.id else coalesce((
    select owner_id from group_member join share_group on share_group.id = group_id
    where user_id = app_user.id and status = 'ACCD'
  ), app_user.id) end
  where version.id = (select max(id) from agreement_version as newer where newer.kind = version.kind)
    and not exists (
      select from agreement_acceptance as accepted join agreement_wording as wording
        on wording.text_hash = accepted.text_hash and wording.version_id = version.id
      where accepted.user_id = party.id and accepted.kind = version.kind
    )
)`;

/** Whether the session may change nothing, because an agreement should have been accepted by now. */
export const unagreed = sql<boolean>`(
  session.kind = 'customer' and exists (select from ${missing} as missing where due <= now())
)`;

/** People in order of id who have to accept a version and had an account before it was published. */
export async function askedFor(db: DbOrTx, versionId: number, after: number, limit: number) {
  const { rows } = await sql<{
    id: number;
    email: string;
    first_name: string;
    language: string;
    brand: string;
  }>`
    select app_user.id, app_user.email, app_user.first_name, app_user.language, app_user.brand
    from app_user cross join lateral ${missing} as missing
    join agreement_version on agreement_version.id = missing.id
    where app_user.id > ${after} and missing.id = ${versionId} and missing.party_id = app_user.id
      and app_user.created_at < published_at and app_user.activated_at is not null and app_user.deleted_at is null
      and app_user.blocked_at is null and app_user.presence = 'home'
    order by app_user.id limit ${limit}
  `.execute(db);
  return rows;
}

interface OpenAgreementRow {
  id: number;
  kind: AgreementKind;
  name: string;
  is_template: boolean;
  /** The person who can accept it. */
  party_id: number;
  first_name: string;
  last_name: string;
  due: Date;
  is_overdue: boolean;
}

/** Documents that a person, or the owner of their group, has to accept, the earliest due first. */
export async function openAgreements(db: DbOrTx, userId: number): Promise<OpenAgreementRow[]> {
  const { rows } = await sql<OpenAgreementRow>`
    select missing.*, due <= now() as is_overdue from app_user cross join lateral ${missing} as missing
    where app_user.id = ${userId} order by due, kind desc
  `.execute(db);
  return rows;
}
