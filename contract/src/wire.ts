import { LANGUAGES } from '@cusp/text/languages';
import { looksEmpty, withoutTurning, withoutUnseen } from '@cusp/text/unseen';
import { isZone } from '@cusp/text/zones';
import * as z from 'zod';
import { CONTROL_CHARACTERS } from './errors.ts';
import { LIMITS } from './limits.ts';
import { SERVER_LOCS } from './storage-region.ts';

/** A row's id in a body: a JSON number. Identity columns stay within JavaScript's safe integers. */
export const RowId = z.number().int().positive();

/**
 * Numbers of paths and query strings, which are text: decimal digits only, because `Number` also reads `0xD1` and
 * `2e2`.
 */
const fromDigits = <S extends z.ZodType<number>>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
    schema,
  );

/** A row's id in a path, a query string, or a body in which clients may send it as text, such as a field's value. */
export const Id = fromDigits(RowId);

/** The same where `0` means that the body says which rows. */
export const IdOrZero = fromDigits(z.number().int().min(0));

/** Counts the changes of a row, from 0 for one that was never changed; the database keeps 32 bits. */
export const Version = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** A moment in UTC, ISO 8601. */
export const Moment = z.iso.datetime();

/** IANA time zone of the person (`Europe/Berlin`), in whose midnight days, weeks and months begin. */
export const Zone = z.string().max(64).refine(isZone).catch('UTC').default('UTC');

/** IANA time zone to store. A fixed offset would be wrong after the next clock change. */
export const ZoneName = z
  .string()
  .max(64)
  .refine((name) => /^[a-z]/i.test(name) && isZone(name), { message: 'An IANA time zone.' });

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date();

/** A place in a list whose pages follow each other: microseconds since the Unix epoch, and the id of its row. */
export const ListPlace = z.string().regex(/^\d{1,16}-\d{1,16}$/);

export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

export const ServerLoc = z.enum(SERVER_LOCS);
export type ServerLoc = z.infer<typeof ServerLoc>;

/** Identity providers of social sign-in. */
export const SocialProvider = z.enum(['facebook', 'google']);
export type SocialProvider = z.infer<typeof SocialProvider>;

/** The paging block of all lists; `page_range` is what the pager shows, gaps as '…'. */
export const Paging = z.object({
  number: z.number().int(),
  num_per_page: z.number().int(),
  total_num: z.number().int(),
  num_pages: z.number().int(),
  has_previous: z.boolean(),
  has_next: z.boolean(),
  page_range: z.array(z.union([z.number().int(), z.literal('…')])),
});
export type Paging = z.infer<typeof Paging>;

const LAST_PAGE = 1_000_000;

/** Page numbers from 1; invalid values are page 1. */
export const PageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .overwrite((page) => Math.min(page, LAST_PAGE))
  .catch(1);

/** The reply of a change that returns nothing else. */
export const Done = z.object({ detail: z.string().optional() });
export type Done = z.infer<typeof Done>;

const orNothing = (text: string): string => (looksEmpty(text) ? '' : text);

/**
 * One line of text: no control characters or line breaks, trimmed; '' for text without visible characters. Composed (NFC),
 * because some keyboards and files decompose letters, and the same name must be one name for searches and comparisons.
 */
export const line = (max: number) =>
  z
    .string()
    .overwrite((text) => withoutTurning(text).normalize('NFC'))
    .trim()
    .overwrite(orNothing)
    .max(max, { message: `At most ${max} characters.` })
    .refine((text) => !/\p{Cc}/u.test(text), { message: CONTROL_CHARACTERS });

/**
 * A line that may come from a barcode reader: the control character that ends a value (FNC1 of GS1) becomes its visible
 * symbol, because lines reject control characters.
 */
export const labelLine = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\u001d', '\u241d'))
    .pipe(line(max));

/** Search words of a list as people paste them: tabs become spaces, and invisible characters are removed. */
export const Search = z
  .string()
  .overwrite((text) => withoutUnseen(text).replace(/\s+/g, ' '))
  .pipe(labelLine(LIMITS.search))
  .default('');

/** Number of a case as people type it, in capital or small letters. */
export const CaseNo = line(40).overwrite((no) => no.toUpperCase());

/** Several lines of text; '' for text without visible characters. Refuses only NUL, which PostgreSQL cannot store. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .overwrite(orNothing)
    .max(max)
    .refine((value) => !value.includes('\u0000'), { message: CONTROL_CHARACTERS });

/** One part of a mailed link, accepted as it arrives; the reader of the link reports damaged ones. */
export const LinkPart = z.string();

/** URL-safe base64 of a decimal id, as in links (`idb64`, `uidb64`). */
export const IdB64 = z
  .string()
  .regex(/^[A-Za-z0-9_-]{2,24}$/)
  .meta({ description: 'URL-safe base64 of a decimal id' });

/** The `sid` of a link: the region that made it, in Base64. */
export const SrvLoc = line(40).optional();

/** Options of a printed PDF. */
export const PaperWish = z.object({
  /** Its language; the person's own if absent. */
  language: Language.optional(),
  /** Time zone of the printed times; UTC if absent. */
  tz: line(60).refine(isZone, { message: 'This time zone is not known.' }).optional(),
});
