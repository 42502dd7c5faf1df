import { LANGUAGES } from '@cusp/text/languages';
import { looksEmpty, withoutTurning } from '@cusp/text/unseen';
import * as z from 'zod';
import { CONTROL_CHARACTERS } from './errors.ts';
import { SERVER_LOCS } from './storage-region.ts';

/** A row's number; identity columns never leave JavaScript's safe integers. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A moment in UTC, ISO 8601. */
export const Moment = z.iso.datetime();

const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** IANA time zone of the person's clock (`Europe/Berlin`): days, weeks and months begin at their midnight. */
export const Zone = z.string().max(64).refine(isZone).catch('UTC').default('UTC');

/** A day without a clock, `YYYY-MM-DD`. */
export const Day = z.iso.date();

export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

export const ServerLoc = z.enum(SERVER_LOCS);
export type ServerLoc = z.infer<typeof ServerLoc>;

/** Who else can say who somebody is. */
export const SocialProvider = z.enum(['facebook', 'google']);
export type SocialProvider = z.infer<typeof SocialProvider>;

/** The paging block of every list; `page_range` is what the pager shows, gaps as '…'. */
export const Page = z.object({
  number: z.number().int(),
  num_per_page: z.number().int(),
  total_num: z.number().int(),
  num_pages: z.number().int(),
  has_previous: z.boolean(),
  has_next: z.boolean(),
  page_range: z.array(z.union([z.number().int(), z.literal('…')])),
});
export type Page = z.infer<typeof Page>;

const LAST_PAGE = 1_000_000;

/** Page numbers from 1; nonsense is page 1. */
export const PageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .overwrite((page) => Math.min(page, LAST_PAGE))
  .catch(1);

/** The reply of a change that has nothing to tell but its outcome. */
export const Done = z.object({ detail: z.string().optional() });
export type Done = z.infer<typeof Done>;

const orNothing = (text: string): string => (looksEmpty(text) ? '' : text);

/** One line of text: no control characters, no line breaks, outer blanks removed; '' where nothing is to be seen. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(withoutTurning)
    .trim()
    .overwrite(orNothing)
    .max(max, { message: `At most ${max} characters.` })
    .refine((text) => !/\p{Cc}/u.test(text), { message: CONTROL_CHARACTERS });

/** Several lines of text, '' where nothing is to be seen; only NUL is refused, PostgreSQL cannot hold it. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .overwrite(orNothing)
    .max(max)
    .refine((value) => !value.includes('\u0000'), { message: CONTROL_CHARACTERS });

/** One part of a mailed link as it arrived: what was damaged on its way is told by whoever reads the link. */
export const LinkPart = z.string();

/** Base64 of a decimal id, URL-safe, as links carry it (`idb64`, `uidb64`). */
export const IdB64 = z
  .string()
  .regex(/^[A-Za-z0-9_-]{2,24}$/)
  .meta({ description: 'URL-safe base64 of a decimal id' });
