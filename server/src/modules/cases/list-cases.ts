import type { CaseListItem, CaseListQuery, Sort } from '@cusp/contract/case-list';
import type { StatusCode } from '@cusp/contract/cases';
import type { Language } from '@cusp/contract/wire';
import { allowedActions, editModeOf, STATUS_LABELS } from '@cusp/dental/case-status';
import type { DbOrTx } from '../../platform/db/database.ts';
import { type Actor, isMasked } from '../../platform/http/actor.ts';
import { pageOf, pageWithin } from '../../platform/http/pagination.ts';
import type { Services } from '../../platform/services.ts';
import { mayDelete } from '../case-access/case-access.policy.ts';
import { institutionOf, isUnknown, nameOf, pictureOf } from '../people/person.present.ts';
import { foundPlaces } from './found-places.ts';
import {
  countAll,
  countByStatus,
  type ListContext,
  listContext,
  rowsOfStretches,
  type Stretch,
} from './list.sql.ts';
import { filterOf, type ListFilter, revealsTexts } from './list-filter.ts';
import { findHits } from './list-hits.sql.ts';
import { isRarelyMade } from './list-made.sql.ts';
import type { ListRow } from './list-rows.sql.ts';
import { withFoundNames } from './list-search.sql.ts';
import { readWithSurnames } from './surnames.ts';
import { peopleOf } from './user-filters.ts';

/**
 * A page of the cases a person sees, searched and explained in the language of their page; a page number past the end
 * gives the last page.
 */
export async function listCases(services: Services, actor: Actor, query: CaseListQuery, language: Language) {
  const people =
    query.institution === '' ? null : await peopleOf(services.db, actor.userId, query.institution);
  const filter = filterOf(query, actor.userId, people);
  if (revealsTexts(actor, filter))
    return { posts: [], del_disabled_all: true, page: pageOf(1, 0, query.num_per_page) };
  const { number, total, rows, isCut, context } = await readWithSurnames(
    filter,
    (each) => readWords(services, actor, each, query, language),
    (page) => page.total === 0,
  );
  const found = isMasked(actor) ? null : await foundPlaces(services.db, rows, context);
  const posts = rows.map((row) => {
    const places = found?.get(row.id);
    return places ? { ...presentListItem(row), found: places } : presentListItem(row);
  });
  return {
    posts,
    del_disabled_all: !posts.some((post) => post.del_enabled),
    page: pageOf(number, total, query.num_per_page),
    ...(isCut ? { is_cut: true } : {}),
  };
}

async function readWords(
  services: Services,
  actor: Actor,
  filter: ListFilter,
  query: CaseListQuery,
  language: Language,
): Promise<Read & { context: ListContext }> {
  const context = await withFoundNames(
    services.db,
    filter,
    await listContext(services.db, actor.userId, filter, language),
  );
  const read = isInOrder(filter, context) ? readInOrder : readHits;
  return { ...(await read(services, actor, filter, context, query)), context };
}

/** Whether the page can be read along the list's indexes. */
const isInOrder = (filter: ListFilter, context: ListContext): boolean =>
  filter.words.length === 0 &&
  !filter.unreadOnly &&
  filter.due === null &&
  filter.assignee === null &&
  !isRarelyMade(filter, context);

type Wish = Pick<CaseListQuery, 'sort' | 'page' | 'num_per_page'>;

interface Read {
  number: number;
  total: number;
  rows: ListRow[];
  isCut?: boolean;
}

async function readInOrder(
  { db }: Services,
  actor: Actor,
  filter: ListFilter,
  context: ListContext,
  { sort, page, num_per_page: perPage }: Wish,
): Promise<Read> {
  const walks = await walksOf(db, filter, context, sort);
  const total = walks.reduce((sum, walk) => sum + walk.total, 0);
  const number = pageWithin(page, total, perPage);
  const stretches = stretchesOf(walks, (number - 1) * perPage, perPage);
  return { number, total, rows: await rowsOfStretches(db, actor.userId, filter, context, sort, stretches) };
}

async function readHits(
  { db }: Services,
  actor: Actor,
  filter: ListFilter,
  context: ListContext,
  { sort, page, num_per_page: perPage }: Wish,
): Promise<Read> {
  const windowOf = (number: number) => ({ offset: (number - 1) * perPage, take: perPage });
  const first = await findHits(db, actor.userId, filter, context, sort, windowOf(page));
  const number = pageWithin(page, first.total, perPage);
  if (number === page) return { number, ...first };
  return { number, ...(await findHits(db, actor.userId, filter, context, sort, windowOf(number))) };
}

type Walk = Pick<Stretch, 'statuses' | 'total'>;

/** The ordered walks of the list: one, or one per shown status for the status sort. */
async function walksOf(db: DbOrTx, filter: ListFilter, context: ListContext, sort: Sort): Promise<Walk[]> {
  const isDated = filter.sentFrom !== null || filter.sentBefore !== null;
  if (sort !== 'status asc') {
    const total = isDated ? await countAll(db, filter, context) : sumOf(context.counts, filter.groups.flat());
    return [{ statuses: filter.statuses, total }];
  }
  const counts = isDated ? await countByStatus(db, filter, context) : context.counts;
  return filter.groups.map((statuses) => ({ statuses, total: sumOf(counts, statuses) }));
}

const sumOf = (counts: ListContext['counts'], statuses: readonly StatusCode[]) =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/** The stretches of the walks on a page; the first page of a single walk is always requested in full. */
function stretchesOf(walks: readonly Walk[], from: number, perPage: number): Stretch[] {
  const [only] = walks;
  if (only && walks.length === 1 && from === 0)
    return only.total > 0 ? [{ ...only, offset: 0, take: perPage }] : [];
  const stretches: Stretch[] = [];
  let before = 0;
  for (const walk of walks) {
    const offset = Math.max(0, from - before);
    const take = Math.min(before + walk.total, from + perPage) - (before + offset);
    if (take > 0) stretches.push({ ...walk, offset, take });
    before += walk.total;
  }
  return stretches;
}

function presentAppointment({ appointment, plan }: ListRow): CaseListItem['appointment'] {
  if (appointment === null) return null;
  if (plan === null) return { day: appointment, plan };
  const { send_until: sendUntil, ship_until: shipUntil, zone, ready_at, shipped_at } = plan;
  const momentOf = (at: string | null) => at && new Date(at).toISOString();
  return {
    day: appointment,
    plan: { sendUntil, shipUntil, zone, ready: momentOf(ready_at), shipped: momentOf(shipped_at) },
  };
}

export function presentListItem(row: ListRow): CaseListItem {
  return {
    id: row.id,
    no: row.no,
    author: {
      username: nameOf(row.author),
      institution: institutionOf(row.author),
      picture: pictureOf(row.author),
    },
    to: {
      username: nameOf(row.recipient),
      institution: institutionOf(row.recipient),
      is_unknown: isUnknown(row.recipient),
      picture: pictureOf(row.recipient),
    },
    case: { pat_firstname: row.patient_first, pat_lastname: row.patient_last },
    number_sys: row.number_sys,
    restorations: row.made,
    restoration_count: row.made_count,
    comment_count: row.comment_count,
    unread_comments: row.unread,
    unread_mention: row.unread_mention,
    published_date: row.published_at.toISOString(),
    updated_date: row.updated_at.toISOString(),
    files_count: String(row.file_count),
    deliverydt: row.delivery_date,
    appointment: presentAppointment(row),
    status: { code: row.status, prev: row.prev_status, str: STATUS_LABELS[row.status] },
    actions: allowedActions(row.side, row.status, row.prev_status, row.has_proposal),
    edit_order: editModeOf(row.side, row.status),
    del_enabled: mayDelete(row),
    usertype: row.side,
  };
}
