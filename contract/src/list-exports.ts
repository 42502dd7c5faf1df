import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './list-exports.routes.ts';
import { Done, Id, line, Moment, Search } from './wire.ts';

const List = z.enum(routes.EXPORT_LISTS);

export const ListExport = z.object({
  id: z.number().int(),
  list: List,
  filename: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Only with `failed`. */
  problem: z.enum(['too_many_rows', 'not_entitled', 'internal']).nullable(),
  rows_done: z.number().int(),
  /** Count at the start; for a search with many hits there may be more. */
  rows_total: z.number().int(),
  created_date: Moment,
  /** Until when a ready file can be downloaded. */
  until: Moment.nullable(),
});
export type ListExport = z.infer<typeof ListExport>;

export const listExports = endpoint(routes.listExports, {
  summary: 'Own exports of long lists: those under way, and those whose file is kept',
  reply: z.object({ exports: z.array(ListExport) }),
});

export const startExport = endpoint(routes.startExport, {
  summary:
    'Have a job write a list of any length into an .xlsx file; the same again answers the one under way',
  body: z.object({
    list: List,
    search: Search,
    /** Query of the list; invalid values become its defaults. */
    sort: line(60).default(''),
  }),
  reply: ListExport,
  perMinute: 10,
});

export const cancelExport = endpoint(routes.cancelExport, {
  summary: 'Stop an own export, or remove its file',
  params: z.object({ id: Id }),
  reply: Done,
});

export const exportFile = endpoint(routes.exportFile, {
  summary: 'The file of an own export, for one hour after it is ready',
  params: z.object({ id: Id }),
});
