import { WAITS } from '@cusp/dental/case-status';
import { DUE_FILTERS } from '@cusp/dental/due';
import * as z from 'zod';
import { MAX_WORD, SORTS } from './case-list.routes.ts';
import { StatusFilter } from './case-list.ts';
import * as routes from './case-views.routes.ts';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { orderWord } from './order-words.ts';
import { patient } from './patient.ts';
import { Day, Done, Id, line, RowId } from './wire.ts';

const DayOrNone = z.union([z.literal(''), Day]);
const idOr = (word: string) => z.union([z.literal(word), z.string().regex(/^[1-9]\d{0,14}$/)]);

/** Filters and order of the case list, without a search text: that may contain names of patients. */
export const ViewFilters = z.object({
  status: z.array(StatusFilter).max(5).readonly(),
  unreadCommentsOnly: z.boolean(),
  due: z.enum(['', ...DUE_FILTERS]),
  /** Absent in views that were saved before this filter existed. */
  waits: z.enum(['', ...WAITS]).default(''),
  /** `me` is each reader. */
  assignee: z.union([z.literal(''), idOr('me')]),
  restoration: orderWord('type', line(MAX_WORD)),
  material: orderWord('material', line(MAX_WORD)),
  createDateFrom: DayOrNone,
  createDateTo: DayOrNone,
  institution: line(LIMITS.institution),
  person: idOr('All'),
  userIds: z.array(RowId).max(routes.MAX_VIEW_PEOPLE).readonly(),
  orderBy: z.enum(SORTS),
});
export type ViewFilters = z.infer<typeof ViewFilters>;

export const CaseView = z.object({
  id: z.number().int(),
  /** A free text, in which people may have written a patient's name. */
  name: patient(z.string()),
  filters: ViewFilters,
  /** The owner's group sees it. */
  is_shared: z.boolean(),
  is_mine: z.boolean(),
  owner: z.string(),
});
export type CaseView = z.infer<typeof CaseView>;

const ViewName = line(routes.MAX_VIEW_NAME).pipe(z.string().min(1));

export const listViews = endpoint(routes.listViews, {
  summary: 'One’s saved views of the case list, in order, and those that the group shares',
  reply: z.object({
    views: z.array(CaseView),
    /** Whether there is a group to share views with. */
    can_share: z.boolean(),
  }),
});

export const addView = endpoint(routes.addView, {
  summary: 'Save filters of the case list as a view',
  body: z.object({ name: ViewName, filters: ViewFilters, is_shared: z.boolean() }),
  reply: z.object({ id: z.number().int() }),
  perMinute: 60,
});

export const orderViews = endpoint(routes.orderViews, {
  summary: 'Order one’s views; views that are not named follow in their order',
  body: z.object({ ids: z.array(RowId).max(routes.MAX_VIEWS) }),
  reply: Done,
});

export const changeView = endpoint(routes.changeView, {
  summary: 'Rename a view of one’s own, share it or not, or replace its filters',
  params: z.object({ id: Id }),
  body: z.object({
    name: ViewName.optional(),
    filters: ViewFilters.optional(),
    is_shared: z.boolean().optional(),
  }),
  reply: Done,
});

export const removeView = endpoint(routes.removeView, {
  summary: 'Delete a view of one’s own',
  params: z.object({ id: Id }),
  reply: Done,
});
