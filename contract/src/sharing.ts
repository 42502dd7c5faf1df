import * as z from 'zod';
import { FileScan, NumberSystem, Restoration, StatusCode } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { Orientation } from './orientation.ts';
import * as routes from './sharing.routes.ts';
import { Done, Id, Language, line, Moment } from './wire.ts';

/**
 * `ended`: it has not expired and nobody revoked it, but whoever made it does not see the case any more.
 */
export const ShareState = z.enum(['active', 'expired', 'revoked', 'ended']);
export type ShareState = z.infer<typeof ShareState>;

export const Share = z.object({
  id: z.number().int(),
  /** Whom it was made for, as its maker wrote it. */
  recipient: z.string(),
  /** Where it was mailed to; '' when it was not. */
  email: z.string(),
  maker: z.object({ name: z.string(), picture: z.string().nullable() }),
  allows_download: z.boolean(),
  /** How many files it gives that could name the patient, because its maker chose them. */
  chosen_files: z.number().int(),
  /** Whether it gives the texts of the order although they name the patient. */
  gives_texts: z.boolean(),
  created_date: Moment,
  expires_date: Moment,
  state: ShareState,
  open_count: z.number().int(),
  last_opened: Moment.nullable(),
});
export type Share = z.infer<typeof Share>;

/** What a link does with a file that could tell who the patient is. */
export const ShareHint = z.object({
  id: z.number().int(),
  filename: z.string(),
  /** An order, a document, a packed file or a text: left out unless it is chosen. */
  left_out: z.boolean(),
  /** The name that a visitor reads where the file's own names the patient. */
  sent_as: z.string().nullable(),
});
export type ShareHint = z.infer<typeof ShareHint>;

export const listShares = endpoint(routes.listShares, {
  summary: 'Links to a case that one may revoke, latest first',
  params: z.object({ id: Id }),
  reply: z.object({
    id: z.number().int(),
    shares: z.array(Share),
    /** Files that a new link leaves out or gives another name; all others it gives as they are listed. */
    files: z.array(ShareHint),
    /** Whether the note or another text of the order names the patient, so that a link leaves it out. */
    texts_name_patient: z.boolean(),
  }),
});

export const createShare = endpoint(routes.createShare, {
  summary: 'Make a link to a case for somebody without an account; its token is told this once',
  params: z.object({ id: Id }),
  body: z.object({
    /** Made by the browser for each link; the same key again is the same link. */
    key: z.uuid(),
    recipient: line(routes.SHARE_RECIPIENT_MAX).pipe(z.string().min(1)),
    /** Days from now, or the moment until when; one of them. */
    days: z.union(routes.SHARE_DAYS.map((days) => z.literal(days))).optional(),
    until: Moment.optional(),
    allows_download: z.boolean(),
    /** Files that could name the patient and are given all the same, byte for byte. */
    files: z.array(z.number().int().positive()).max(500).default([]),
    /** Gives the texts of the order also where they name the patient. */
    texts: z.boolean().default(false),
    /** Mails the link to this address, in this language unless its owner has chosen one here. */
    mail: z.object({ to: line(254), language: Language }).optional(),
  }),
  reply: z.object({ share: Share, token: z.string() }),
  perMinute: 60,
});

export const revokeShare = endpoint(routes.revokeShare, {
  summary: 'End a link for good; who has it open learns nothing more',
  params: z.object({ id: Id }),
  reply: Done,
});

export const SharedFile = z.object({
  id: z.number().int(),
  filename: z.string(),
  size: z.number().int(),
  updated_date: Moment,
  /** How the page can show it: as a picture, as pages, or in the 3D view. */
  shows_as: z.enum(['picture', 'pdf', 'scan']).nullable(),
  /** Meshes and lines only. */
  scan: FileScan.optional(),
  can_download: z.boolean(),
});
export type SharedFile = z.infer<typeof SharedFile>;

/** A case as somebody without an account sees it: the work, not the patient. */
export const SharedCase = z.object({
  no: z.string(),
  status: z.object({ code: StatusCode, str: z.string() }),
  shared_by: z.object({ name: z.string(), institution: z.string() }),
  expires_date: Moment,
  allows_download: z.boolean(),
  /** Its mesh data stays away, whoever made the link. */
  from_locked_device: z.boolean(),
  author: z.object({ name: z.string(), institution: z.string() }),
  to: z.object({ name: z.string(), institution: z.string() }),
  published_date: Moment,
  updated_date: Moment,
  deliverydt: z.string().nullable(),
  note: z.string(),
  no_restoration_reason: z.string(),
  scans_follow: z.boolean(),
  number_sys: NumberSystem,
  restorations: z.array(Restoration),
  orientation: Orientation.nullable(),
  /** Some of the texts above are empty because they name the patient. */
  texts_left_out: z.boolean(),
  files: z.array(SharedFile),
  /** How many files are not among them because they could name the patient. */
  files_left_out: z.number().int(),
});
export type SharedCase = z.infer<typeof SharedCase>;

/** What a link carries; what is no token is an unknown one. */
const Token = z.string().max(200).default('');

export const sharedCase = endpoint(routes.sharedCase, {
  summary: 'The case behind a link; counts as an opening',
  query: z.object({ data: Token }),
  reply: SharedCase,
  perMinute: 120,
});

export const sharedFileUrls = endpoint(routes.sharedFileUrls, {
  summary:
    'Addresses of files behind a link by id, good for minutes; files that may not be had so are left out',
  query: z.object({
    data: Token,
    ids: z.string().max(4000),
    /** `light`: the small copy of a mesh that the 3D view opens. */
    purpose: z.enum(['view', 'light', 'download']).default('view'),
  }),
  reply: z.record(z.string(), z.string()),
  perMinute: 240,
});

export const sharedFile = endpoint(routes.sharedFile, {
  summary: 'The bytes of a file behind a link, at an address of the call before',
  params: z.object({ id: Id }),
  query: z.object({ grant: z.string().max(200).default('') }),
  perMinute: 600,
});

export const sharedLightCopy = endpoint(routes.sharedLightCopy, {
  summary: 'The small copy of a mesh behind a link, at an address of the call for addresses',
  params: z.object({ id: Id }),
  query: z.object({ grant: z.string().max(200).default('') }),
  perMinute: 600,
});

export const sharedZipUrl = endpoint(routes.sharedZipUrl, {
  summary: 'The address of all files behind a link as one zip, good for minutes',
  query: z.object({ data: Token }),
  reply: z.object({ url: z.string() }),
  perMinute: 60,
});

export const sharedZip = endpoint(routes.sharedZip, {
  summary: 'Every file that a link lets one save, as one streamed zip',
  query: z.object({ grant: z.string().max(200).default('') }),
  perMinute: 60,
});
