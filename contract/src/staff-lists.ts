import * as z from 'zod';
import { PageNumber, Paging, Search } from './wire.ts';

const ROWS = { default: 25, max: 100 } as const;

/** Query of all staff lists; invalid values other than of the search fall back to the defaults. */
export const listQuery = (columns: readonly string[], defaultSort: string) =>
  z.object({
    search: Search,
    /** `column asc` or `column desc`. */
    sort: z
      .string()
      .regex(new RegExp(`^(${columns.join('|')}) (asc|desc)$`))
      .catch(defaultSort)
      .default(defaultSort),
    page: PageNumber.default(1),
    num_per_page: z.coerce.number().int().min(1).max(ROWS.max).catch(ROWS.default).default(ROWS.default),
  });

/** The paging block of staff lists. */
export const CountedPage = Paging.extend({
  /** Number of rows of the list over all pages. */
  count: z.number().int(),
  /** There are more rows than `count`, which were not counted. */
  is_cut: z.literal(true).optional(),
});
export type CountedPage = z.infer<typeof CountedPage>;
