import type { Language } from '@cusp/contract/wire';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { practiceIdOf } from '../case-access/circle.sql.ts';
import { openAgreements } from '../identity/agreements.sql.ts';
import { partyOf } from '../people/person.present.ts';

/** Documents that a person, or the owner of their group, has to accept, with the texts, and those they accepted. */
export async function showAgreements({ db }: Services, { userId }: Actor, language: Language) {
  const open = await openAgreements(db, userId);
  const practice = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('id', '=', await practiceIdOf(db, userId))
    .executeTakeFirstOrThrow();
  const texts = await Promise.all(open.map(({ id }) => wordingOf(db, id, language)));
  return {
    practice: partyOf(practice),
    open: open.map((each, n) => ({
      kind: each.kind,
      version: each.name,
      due: each.due.toISOString(),
      is_overdue: each.is_overdue,
      is_template: each.is_template,
      party: each.party_id === userId ? null : fullName(each.first_name, each.last_name),
      ...found(texts[n]),
    })),
    accepted: await acceptedBy(db, userId, practice.id),
  };
}

/** A version in a language, else in English, else in the first one that it has. */
async function wordingOf(db: DbOrTx, versionId: number, language: Language) {
  const wordings = await db
    .selectFrom('agreement_wording')
    .innerJoin('agreement_text', 'agreement_text.text_hash', 'agreement_wording.text_hash')
    .select(['language', 'text', 'agreement_wording.text_hash'])
    .where('version_id', '=', versionId)
    .orderBy('language')
    .execute();
  const shown =
    wordings.find((each) => each.language === language) ??
    wordings.find((each) => each.language === 'en') ??
    wordings[0];
  return shown && { ...shown, languages: wordings.map((each) => each.language) };
}

/** One's own acceptances, and the data processing agreements of one's practice. */
const readableBy = (userId: number, practiceId: number) =>
  sql<boolean>`(accepted.user_id = ${userId} or (accepted.user_id = ${practiceId} and accepted.kind = 'dpa'))`;

/** Documents that a person accepted, and those concluded for their practice; the latest first. */
export async function acceptedBy(db: DbOrTx, userId: number, practiceId: number) {
  const rows = await db
    .selectFrom('agreement_acceptance as accepted')
    .innerJoin('app_user', 'app_user.id', 'accepted.user_id')
    .select(['accepted.id', 'kind', 'version', 'accepted.language', 'accepted_at', 'text_hash'])
    .select(['user_id', 'first_name', 'last_name'])
    .select(
      sql<boolean>`text_hash in (
        select text_hash from agreement_wording
        where version_id = (select max(id) from agreement_version as newer where newer.kind = accepted.kind)
      )`.as('is_current'),
    )
    .where(readableBy(userId, practiceId))
    .orderBy('accepted_at', 'desc')
    .orderBy('accepted.id', 'desc')
    .execute();
  return rows.map(({ user_id, first_name, last_name, accepted_at, ...accepted }) => ({
    ...accepted,
    accepted_at: accepted_at.toISOString(),
    party: user_id === userId ? null : fullName(first_name, last_name),
  }));
}

/** The text of an acceptance that the person can see. */
export async function acceptedText({ db }: Services, { userId }: Actor, id: number) {
  const text = await db
    .selectFrom('agreement_acceptance as accepted')
    .innerJoin('agreement_text', 'agreement_text.text_hash', 'accepted.text_hash')
    .select(['text', 'accepted.text_hash'])
    .where('accepted.id', '=', id)
    .where(readableBy(userId, await practiceIdOf(db, userId)))
    .executeTakeFirst();
  return found(text);
}
