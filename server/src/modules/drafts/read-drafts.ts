import type { Draft } from '@cusp/contract/drafts';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { placeOf, placeText } from '../../platform/http/list-place.ts';
import type { Services } from '../../platform/services.ts';
import { draftsOf } from '../case-access/case-access.policy.ts';
import { filesOf } from '../files/files.sql.ts';
import { nameOf, pictureOf } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { presentDraft } from './drafts.present.ts';
import { draftRestorations, draftRow } from './drafts.sql.ts';
import { recipientsOf } from './recipients.sql.ts';

const DRAFTS_PER_PAGE = 200;

const micros = sql<number>`(extract(epoch from dental_case.updated_at) * 1000000)::bigint`;

/** One's own draft. */
export async function readDraft(services: Services, actor: Actor, draftId: number): Promise<Draft> {
  const row = await draftRow(services.db, actor.userId, draftId);
  const [restorations, files] = await Promise.all([
    draftRestorations(services.db, row.id),
    filesOf(services.db, actor.userId, row.id),
  ]);
  return presentDraft(row, restorations, files);
}

/** A page of one's own drafts, latest first. */
export async function readDrafts(services: Services, actor: Actor, before: string | undefined) {
  const place = before ? placeOf(before) : null;
  const rows = await services.db
    .selectFrom('dental_case')
    .leftJoin('app_user as recipient', 'recipient.id', 'dental_case.recipient_id')
    .select([
      'dental_case.id',
      'dental_case.patient_first',
      'dental_case.patient_last',
      'dental_case.updated_at',
      'dental_case.file_count',
    ])
    .select([personJson('recipient').as('recipient'), micros.as('place')])
    .where(draftsOf(actor.userId))
    .$if(place !== null, (query) =>
      query.where(sql<boolean>`(${micros}, dental_case.id) < (${place?.at}::bigint, ${place?.id}::bigint)`),
    )
    .orderBy('dental_case.updated_at', 'desc')
    .orderBy('dental_case.id', 'desc')
    .limit(DRAFTS_PER_PAGE + 1)
    .execute();
  const page = rows.slice(0, DRAFTS_PER_PAGE);
  const last = page.at(-1);
  return {
    ...(last && rows.length > page.length ? { next: placeText({ at: last.place, id: last.id }) } : {}),
    drafts: page.map((row) => ({
      id: row.id,
      patient: { firstname: row.patient_first, lastname: row.patient_last },
      recipientName: row.recipient ? nameOf(row.recipient) : null,
      updatedAt: row.updated_at.toISOString(),
      fileCount: row.file_count,
    })),
  };
}

/** People one can send a case to, by name. */
export async function readRecipients(services: Services, actor: Actor) {
  const people = await recipientsOf(services.db, actor.userId)
    .orderBy('app_user.institution')
    .orderBy('app_user.last_name')
    .orderBy('app_user.id')
    .execute();
  return {
    recipients: people.map((person) => ({
      id: person.id,
      name: nameOf(person),
      institution: person.institution,
      email: person.email,
      picture: pictureOf(person),
      role: person.role,
    })),
  };
}

/** Number of the newest cases that are searched. */
const NEWEST_CASES = 20;

/** Latest material and shades ordered from a recipient, by type; types without a material are omitted. */
export async function readLastUsed(services: Services, actor: Actor, recipientId: number) {
  const used = await services.db
    .with('newest', (db) =>
      db
        .selectFrom('dental_case')
        .select(['id', 'published_at'])
        .where('author_id', '=', actor.userId)
        .where('recipient_id', '=', recipientId)
        .where('published_at', 'is not', null)
        .where('author_removed_at', 'is', null)
        .orderBy('published_at', 'desc')
        .orderBy('id', 'desc')
        .limit(NEWEST_CASES),
    )
    .selectFrom('newest')
    .innerJoin('restoration', 'restoration.case_id', 'newest.id')
    .distinctOn('restoration.type')
    .select([
      'restoration.type',
      'restoration.material',
      'restoration.shade',
      'restoration.stump_shade as stumpShade',
    ])
    .where('restoration.material', '!=', '')
    .orderBy('restoration.type')
    .orderBy('newest.published_at', 'desc')
    .orderBy('newest.id', 'desc')
    .orderBy('restoration.position')
    .execute();
  return { used };
}
