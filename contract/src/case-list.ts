import { STATUS_FILTERS, WAITS } from '@cusp/dental/case-status';
import { DUE_FILTERS } from '@cusp/dental/due';
import * as z from 'zod';
import * as routes from './case-list.routes.ts';
import { NumberSystem, StatusAction, StatusCode, UserType } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { EditMode } from './order-fields.ts';
import { orderWord } from './order-words.ts';
import { patient } from './patient.ts';
import { Day, Id, line, Moment, PageNumber, Paging, RowId, Search, Zone } from './wire.ts';

export const StatusFilter = z.enum(STATUS_FILTERS);
export type StatusFilter = z.infer<typeof StatusFilter>;
export type Sort = (typeof routes.SORTS)[number];

/** A restoration in a row of the list. */
const ListedRestoration = z.object({
  /** Catalogue code, or a word of the scanner's software. */
  type: orderWord('type', z.string()),
  /** A name from a foreign order; '' for catalogue types. */
  name: patient(z.string()),
  /** FDI numbers, primary teeth as 51 to 85. */
  teeth: z.array(z.number().int()),
  /** Tooth words of a foreign order, comma-separated. Absent in rows that a browser kept from an earlier version. */
  tooth_text: patient(z.string(), '').optional(),
  arch: z.enum(['upper', 'lower']).nullable(),
  /** Catalogue code, or the word of a foreign order. */
  material: orderWord('material', z.string()),
  shade: orderWord('shade', z.string()),
});
export type ListedRestoration = z.infer<typeof ListedRestoration>;

/** A word of the search, and a part of the case that contains it. */
const FoundPlace = z.object({
  /** Position of the word among the words of the search. */
  word: z.number().int(),
  place: z.enum(routes.FOUND_PLACES),
  /** The words around the match. */
  text: patient(z.string()),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

export const CaseListItem = z.object({
  id: z.number().int(),
  no: z.string(),
  author: z.object({ username: z.string(), institution: z.string(), picture: z.string().nullable() }),
  to: z.object({
    username: z.string(),
    institution: z.string(),
    is_unknown: z.boolean(),
    picture: z.string().nullable(),
  }),
  case: z.object({ pat_firstname: patient(z.string()), pat_lastname: patient(z.string()) }),
  number_sys: NumberSystem,
  /** The first restorations of the order. */
  restorations: z.array(ListedRestoration).max(routes.LISTED_RESTORATIONS),
  restoration_count: z.number().int(),
  comment_count: z.number().int(),
  unread_comments: z.number().int(),
  /** Whether one of the unread comments mentions the signed-in person. */
  unread_mention: z.boolean(),
  published_date: Moment,
  updated_date: Moment,
  files_count: z.string(),
  deliverydt: z.string().nullable(),
  /** The day of the appointment; with the last days of the steps before it, as soon as these are known. */
  appointment: patient(
    z
      .object({
        day: Day,
        plan: z
          .object({
            sendUntil: Day,
            shipUntil: Day,
            /** The time zone of the lab, in which these are days. */
            zone: z.string(),
            ready: Moment.nullable(),
            shipped: Moment.nullable(),
          })
          .nullable(),
      })
      .nullable(),
    null,
  ),
  status: z.object({ code: StatusCode, prev: StatusCode.nullable(), str: z.string() }),
  /** As in the case itself: status actions that the signed-in person may take now, and how their edit would apply. */
  actions: z.array(StatusAction),
  edit_order: EditMode.nullable(),
  del_enabled: z.boolean(),
  usertype: UserType,
  /** Where the search found its words, except in the names and numbers that every row shows. Only in a search. */
  found: z.array(FoundPlace).optional(),
});
export type CaseListItem = z.infer<typeof CaseListItem>;

/** Maximum number of people to filter by id. A larger institution is filtered by its name. */
const MAX_PEOPLE = 1000;
export type PageSize = (typeof routes.PAGE_SIZES)[number];
const PageSize = z.coerce
  .number()
  .pipe(z.literal(routes.PAGE_SIZES))
  .catch(routes.PAGE_SIZES[0])
  .default(routes.PAGE_SIZES[0]);

/** A list as one value with commas, or as a repeated parameter. */
const listOf = (max: number) =>
  z
    .union([z.string().max(max), z.array(z.string().max(max)).max(MAX_PEOPLE)])
    .default('')
    .transform((value) =>
      [value]
        .flat()
        .join(',')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    );

/** A day, or a moment; a moment without a zone is in the reader's. */
const DayOrMoment = z
  .union([z.literal(''), z.iso.datetime({ offset: true, local: true }), z.iso.date()])
  .default('');

const CaseFilterQuery = z.object({
  /** Comma-separated filter names; empty is any status. */
  status: listOf(200).pipe(z.array(StatusFilter)),
  createDateFrom: DayOrMoment,
  createDateTo: DayOrMoment,
  /** Comma-separated ids of people on the other side (`userIds` of the filters). */
  uid: listOf(17 * MAX_PEOPLE)
    .transform((ids) => ids.map(Number))
    .pipe(z.array(RowId).max(MAX_PEOPLE)),
  /** Name of an institution on the other side, as in `userFilters`. Its people count beside those of `uid`; `All` matches any. */
  institution: line(LIMITS.institution)
    .overwrite((name) => (name === 'All' ? '' : name))
    .default(''),
  search: Search,
  /** The number system in which the reader counts teeth: a bare number in the search also means that tooth. */
  numbers: z
    .enum(['', ...NumberSystem.options])
    .catch('')
    .default(''),
  unreadCommentsOnly: z.enum(['true', 'false', '']).default(''),
  /** Filters unfinished cases by requested delivery date or its absence, or by an appointment that may be missed. */
  due: z.enum(['', ...DUE_FILTERS]).default(''),
  /** Side that has to act next: the reader's or the other one. */
  waits: z.enum(['', ...WAITS]).default(''),
  /** Id of the assignee, `me` for the signed-in person. */
  assignee: z.union([z.enum(['', 'me']), Id]).default(''),
  /** Type and material of a restoration of the case; if both are given, of the same restoration. */
  restoration: line(routes.MAX_WORD).default(''),
  material: line(routes.MAX_WORD).default(''),
  /** Time zone in which the days of the filters begin and end. */
  zone: Zone,
});
export type CaseFilterQuery = z.output<typeof CaseFilterQuery>;

export const CaseListQuery = CaseFilterQuery.extend({
  sort: z.enum(routes.SORTS).catch('updated desc').default('updated desc'),
  page: PageNumber.default(1),
  num_per_page: PageSize,
});
export type CaseListQuery = z.output<typeof CaseListQuery>;

export const listCases = endpoint(routes.listCases, {
  summary: 'The cases one may see, by page',
  query: CaseListQuery,
  reply: z.object({
    posts: z.array(CaseListItem),
    del_disabled_all: z.boolean(),
    page: Paging,
    /** There are more matches: the search for a very common word stops at `page.total_num` cases. */
    is_cut: z.boolean().optional(),
  }),
});

/** The first and the last day of a calendar, and the number of cases to show for each day. */
const CaseDaysQuery = CaseFilterQuery.extend({
  from: Day,
  to: Day,
  per_day: z.coerce.number().int().min(1).max(routes.DAY_CASES).default(4),
}).refine(({ from, to }) => from <= to && daysFrom(from, to) <= routes.CALENDAR_DAYS, {
  path: ['to'],
  message: `At most ${routes.CALENDAR_DAYS} days.`,
});
export type CaseDaysQuery = z.output<typeof CaseDaysQuery>;

/** The number of days from one to another, both included. */
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

export const listCaseDays = endpoint(routes.listCaseDays, {
  summary: 'The cases one may see by their delivery date: the first ones of each day, and how many there are',
  query: CaseDaysQuery,
  reply: z.object({
    /** Days with cases, in order; unfinished cases come first. */
    days: z.array(z.object({ day: Day, total: z.number().int(), posts: z.array(CaseListItem) })),
    /** Unfinished cases whose delivery date is missed and before the first day. */
    overdue_before: z.number().int(),
    /** Unfinished cases without a delivery date, which are on no day. */
    undated: z.number().int(),
  }),
});

export const userFilters = endpoint(routes.userFilters, {
  summary: 'Options of the filter dialog: only what occurs in cases one may see',
  reply: z.object({
    institutions: z.array(z.object({ name: z.string(), user_ids: z.array(z.number().int()) })),
    users: z.array(z.object({ id: z.number().int(), name: z.string() })),
    assignees: z.array(z.object({ id: z.number().int(), name: z.string() })),
    /** Names are English if the catalogue has the code, otherwise as in the order. */
    restorations: z.array(z.object({ type: orderWord('type', z.string()), name: patient(z.string()) })),
    materials: z.array(
      z.object({ code: orderWord('material', z.string()), name: orderWord('materialName', z.string()) }),
    ),
  }),
});
