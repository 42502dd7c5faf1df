import * as z from 'zod';
import { CaseFile } from './cases.ts';
import { DraftFields, DraftRestoration, SavedFields } from './draft-fields.ts';
import * as routes from './drafts.routes.ts';
import { endpoint } from './endpoint.ts';
import { Role } from './identity.ts';
import { orderWord } from './order-words.ts';
import { patient } from './patient.ts';
import { Done, Id, ListPlace, Moment, Version } from './wire.ts';

export const Draft = DraftFields.extend({
  id: z.number().int(),
  no: z.string(),
  /** Raised by each save; a save must name the version it is based on. */
  version: z.number().int(),
  updatedAt: Moment,
  files: z.array(CaseFile),
});
export type Draft = z.infer<typeof Draft>;

/** A possible recipient of a case: an accepted connection outside the own share group. */
export const Recipient = z.object({
  id: z.number().int(),
  name: z.string(),
  institution: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role: Role,
});
export type Recipient = z.infer<typeof Recipient>;

export const listDrafts = endpoint(routes.listDrafts, {
  summary: 'One’s own unsent cases, latest first',
  /** `before` is `next` of the previous page. */
  query: z.object({ before: ListPlace.optional() }),
  reply: z.object({
    drafts: z.array(
      z.object({
        id: z.number().int(),
        patient: z.object({ firstname: patient(z.string()), lastname: patient(z.string()) }),
        recipientName: z.string().nullable(),
        updatedAt: Moment,
        fileCount: z.number().int(),
      }),
    ),
    /** Missing on the last page. */
    next: ListPlace.optional(),
  }),
});

export const listRecipients = endpoint(routes.listRecipients, {
  summary: 'Accepted connections a case can be sent to',
  reply: z.object({ recipients: z.array(Recipient) }),
});

/** Values of the latest order for one type of restoration. */
export const LastUsed = DraftRestoration.pick({ type: true, shade: true, stumpShade: true }).extend({
  material: orderWord('material', z.string()),
});
export type LastUsed = z.infer<typeof LastUsed>;

export const lastUsed = endpoint(routes.lastUsed, {
  summary: 'Material and shades of one’s own newest cases to a recipient, for each type the latest',
  params: z.object({ id: Id }),
  reply: z.object({ used: z.array(LastUsed) }),
});

export const createDraft = endpoint(routes.createDraft, {
  summary: 'Create a draft; the same key returns the same draft',
  body: z.object({ key: z.uuid(), fields: DraftFields.partial().optional() }),
  reply: Draft,
});

export const getDraft = endpoint(routes.getDraft, {
  summary: 'One of one’s own unsent cases',
  params: z.object({ id: Id }),
  reply: Draft,
});

export const saveDraft = endpoint(routes.saveDraft, {
  summary: 'Save an unsent case; 409 when another window has saved since `version`',
  params: z.object({ id: Id }),
  body: z.object({ version: Version, fields: SavedFields }),
  reply: z.object({ version: z.number().int(), updatedAt: Moment }),
});

export const discardDraft = endpoint(routes.discardDraft, {
  summary: 'Discard an unsent case and its files',
  params: z.object({ id: Id }),
  reply: Done,
});

export const sendDraft = endpoint(routes.sendDraft, {
  summary: 'Send a complete case to its recipient; repeating it returns the same case',
  params: z.object({ id: Id }),
  body: z.object({ version: Version }),
  /** `version` is that of this sending, to take it back. */
  reply: z.object({ id: z.number().int(), no: z.string(), version: z.number().int() }),
});

export const unsendDraft = endpoint(routes.unsendDraft, {
  summary:
    'Take back a case sent within the last ten seconds, unless somebody opened, downloaded or changed it',
  params: z.object({ id: Id }),
  body: z.object({ version: Version }),
  reply: Done,
});
