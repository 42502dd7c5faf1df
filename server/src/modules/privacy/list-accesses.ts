import type { AccessEntry, AccessFilter } from '@cusp/contract/privacy';
import { MAX_ACCESS_CASES } from '@cusp/contract/privacy.routes';
import { fullName } from '@cusp/text/names';
import { beginOf } from '@cusp/text/zones';
import { lookup } from 'geoip-country';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type ListPlace, placeOf, placeText } from '../../platform/http/list-place.ts';
import type { Services } from '../../platform/services.ts';
import { institutionOf, nameOf } from '../people/person.present.ts';
import { ACTION_OF, type AccessRow, casesFound, readAccesses } from './accesses.sql.ts';
import { practiceOf } from './practice.sql.ts';

const ENTRIES_PER_PAGE = 20;
const ENTRIES_AT_ONCE = 2000;
const DAY_MS = 24 * 3600 * 1000;

/** A page of the access log of one's practice. */
export async function listAccesses(
  { db }: Services,
  actor: Actor,
  { before, ...filter }: AccessFilter & { before?: string | undefined },
) {
  const people = await practiceOf(db, actor);
  const search = await searchOf(db, people, filter);
  const rows = await readAccesses(db, {
    ...search.wanted,
    before: before ? placeOf(before) : null,
    take: ENTRIES_PER_PAGE + 1,
  });
  const page = rows.slice(0, ENTRIES_PER_PAGE);
  const last = page.at(-1);
  return {
    entries: page.map((row) => presentAccess(row, people)),
    next: last && rows.length > ENTRIES_PER_PAGE ? `${last.at}-${last.id}` : null,
    people: await namesOf(db, people),
    is_cut: search.isCut,
  };
}

/** The access log of one's practice, in batches. */
export async function* readAll(
  { db }: Services,
  actor: Actor,
  filter: AccessFilter,
): AsyncGenerator<AccessEntry[]> {
  const people = await practiceOf(db, actor);
  const { wanted } = await searchOf(db, people, filter);
  let before: ListPlace | null = null;
  let rows: AccessRow[];
  do {
    rows = await readAccesses(db, { ...wanted, before, take: ENTRIES_AT_ONCE });
    yield rows.map((row) => presentAccess(row, people));
    before = rows.at(-1) ?? null;
  } while (rows.length === ENTRIES_AT_ONCE);
}

async function searchOf(db: Db, people: readonly number[], filter: AccessFilter) {
  const { person, search, zone } = filter;
  const found = search === '' ? null : await casesFound(db, people, search);
  return {
    isCut: (found?.length ?? 0) > MAX_ACCESS_CASES,
    wanted: {
      people,
      // Another practice's accesses are only shown for cases that were asked for.
      person: person !== undefined && (found || people.includes(person)) ? person : person ? 0 : null,
      cases: found?.slice(0, MAX_ACCESS_CASES) ?? null,
      from: filter.from ? beginOf(zone, dayOf(filter.from)) : new Date(0),
      to: filter.to ? beginOf(zone, dayOf(filter.to, 1)) : new Date(Date.now() + DAY_MS),
    },
  };
}

function dayOf(text: string, more = 0) {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day: day + more };
}

function presentAccess(row: AccessRow, people: readonly number[]): AccessEntry {
  const { user_id: userId, person, case_id: caseId } = row;
  const isOwn = userId !== null && people.includes(userId);
  // Network addresses of people of the other side and of their links' visitors are not disclosed.
  const isPlaceShown = (isOwn || (userId === null && row.recipient !== null)) && row.ip !== '';
  return {
    id: placeText(row),
    at: new Date(row.at / 1000).toISOString(),
    action: ACTION_OF[row.action] ?? 'opened',
    person: userId === null ? null : { id: userId, name: nameOf(person), institution: institutionOf(person) },
    is_own: isOwn,
    by_support: row.by_support,
    case:
      caseId === null
        ? null
        : {
            id: caseId,
            no: row.case_no ?? '',
            patient: fullName(row.patient_first ?? '', row.patient_last ?? ''),
          },
    case_count: row.case_count,
    filename: row.filename,
    recipient: row.recipient,
    ip: isPlaceShown ? row.ip : null,
    country: isPlaceShown ? (lookup(row.ip)?.country ?? null) : null,
  };
}

async function namesOf(db: Db, people: readonly number[]) {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('id', 'in', [...people])
    .execute();
  return rows
    .map((row) => ({ id: row.id, name: nameOf(row) }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}
