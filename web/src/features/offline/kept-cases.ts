import type { CaseListItem } from '@cusp/contract/case-list';
import { listCases, PAGE_SIZES } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCase, getCaseByNo } from '@cusp/contract/cases.routes';
import type { Route } from '@cusp/contract/endpoint';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { listFiles } from '@cusp/contract/files.routes';
import { getOfflineCase, listOfflineCases, OFFLINE_CASES } from '@cusp/contract/offline.routes';
import { shownStatus } from '@cusp/dental/case-status';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';

/** The last cases, as the server sent them. */
export interface Kept {
  /** ISO 8601 time of the last complete load. */
  at: string;
  rows: readonly CaseListItem[];
  cases: readonly CaseDetail[];
}

/**
 * Loads the cases that were opened last, and the newest ones. Those whose rows have not changed since `before` stay as they
 * are.
 */
export async function loadCases(
  opened: readonly CaseListItem[],
  before: Kept | null,
  signal: AbortSignal,
): Promise<Kept> {
  const at = new Date().toISOString();
  const options = { isOwnAccord: true, signal };
  const { posts } = await call(listOfflineCases, {}, options);
  const fresh = new Map(posts.map((row) => [row.id, row]));
  const rows = new Map([...opened, ...posts].map((row) => [row.id, fresh.get(row.id) ?? row]));
  const earlier = new Map(before?.rows.map((row) => [row.id, JSON.stringify(row)]));
  const cases: CaseDetail[] = [];
  // One after the other, so that the person's own requests do not wait behind them.
  for (const [id, row] of [...rows].slice(0, OFFLINE_CASES)) {
    const known =
      fresh.has(id) &&
      earlier.get(id) === JSON.stringify(row) &&
      before?.cases.find((each) => each.id === id);
    const found = known || (await call(getOfflineCase, { params: { id } }, options).catch(goneOnly));
    if (found) cases.push(found);
  }
  return { at, rows: cases.flatMap(({ id }) => rows.get(id) ?? []).sort(newestFirst), cases };
}

const newestFirst = (one: CaseListItem, other: CaseListItem) =>
  other.updated_date.localeCompare(one.updated_date);

function goneOnly(error: unknown): null {
  if (error instanceof ApiError && [403, 404, 410].includes(error.status)) return null;
  throw error;
}

/** Updates kept cases with data that the server has just sent; the same object if nothing changes. */
export function updated(kept: Kept, route: Route, reply: unknown): Kept {
  if (route === getCase || route === getCaseByNo) {
    const now = reply as CaseDetail;
    if (!kept.cases.some(({ id }) => id === now.id)) return kept;
    return { ...kept, cases: kept.cases.map((each) => (each.id === now.id ? now : each)) };
  }
  if (route !== listCases) return kept;
  const { posts } = reply as ReplyFrom<typeof listCases>;
  const sent = new Map(posts.map((row) => [row.id, row]));
  if (!kept.rows.some(({ id }) => sent.has(id))) return kept;
  return { ...kept, rows: kept.rows.map((row) => sent.get(row.id) ?? row) };
}

interface Input {
  params?: { id?: number | string; no?: string };
  query?: Record<string, unknown>;
}

/** The reply of the kept cases to a request; undefined if they cannot answer it. */
export function answerOf(kept: Kept, route: Route, { params = {}, query = {} }: Input): unknown {
  const byId = () => kept.cases.find(({ id }) => String(id) === String(params.id));
  if (route === getCase) return byId();
  if (route === getCaseByNo) return kept.cases.find(({ no }) => no === params.no);
  if (route === listFiles) {
    const found = byId();
    return found && { files: found.files };
  }
  return route === listCases ? listOf(kept, query) : undefined;
}

/** Filters that need the server. */
const UNKNOWN = [
  'unreadCommentsOnly',
  'due',
  'waits',
  'assignee',
  'restoration',
  'material',
  'createDateFrom',
  'createDateTo',
  'uid',
  'institution',
] as const;

function listOf({ rows }: Kept, query: Record<string, unknown>): ReplyFrom<typeof listCases> | undefined {
  if (UNKNOWN.some((name) => query[name]) || Number(query.page ?? 1) > 1) return undefined;
  const statuses = String(query.status ?? '')
    .split(',')
    .filter(Boolean);
  const words = String(query.search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  const posts = rows.filter((row) => {
    const text = [
      row.no,
      row.case.pat_firstname,
      row.case.pat_lastname,
      row.author.institution,
      row.to.institution,
    ]
      .join(' ')
      .toLowerCase();
    const hasStatus = statuses.length === 0 || statuses.includes(shownStatus(row.status.code));
    return hasStatus && words.every((word) => text.includes(word));
  });
  return {
    posts,
    del_disabled_all: true,
    page: {
      number: 1,
      num_per_page: PAGE_SIZES[0],
      total_num: posts.length,
      num_pages: 1,
      has_previous: false,
      has_next: false,
      page_range: [1],
    },
  };
}
