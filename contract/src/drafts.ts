import * as z from 'zod';
import { CaseFile } from './cases.ts';
import { DraftFields } from './draft-fields.ts';
import * as routes from './drafts.routes.ts';
import { endpoint } from './endpoint.ts';
import { Role } from './identity.ts';
import { Done, Id, Moment } from './wire.ts';

export const Draft = DraftFields.extend({
  id: z.number().int(),
  no: z.string(),
  /** Raised by every save; a save must name the version it started from. */
  version: z.number().int(),
  updatedAt: Moment,
  files: z.array(CaseFile),
});
export type Draft = z.infer<typeof Draft>;

/** People one can send a case to: accepted connections, members of the own group excluded. */
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
  summary: 'Own unsent cases, latest first',
  reply: z.object({
    drafts: z.array(
      z.object({
        id: z.number().int(),
        patient: z.object({ firstname: z.string(), lastname: z.string() }),
        recipientName: z.string().nullable(),
        updatedAt: Moment,
        fileCount: z.number().int(),
      }),
    ),
  }),
});

export const listRecipients = endpoint(routes.listRecipients, {
  summary: 'Accepted connections a case can be sent to',
  reply: z.object({ recipients: z.array(Recipient) }),
});

export const createDraft = endpoint(routes.createDraft, {
  summary: 'Begin a case; the same key gives the same draft again',
  body: z.object({ key: z.uuid(), fields: DraftFields.partial().optional() }),
  reply: Draft,
});

export const getDraft = endpoint(routes.getDraft, {
  summary: 'One own unsent case',
  params: z.object({ id: Id }),
  reply: Draft,
});

export const saveDraft = endpoint(routes.saveDraft, {
  summary: 'Save an unsent case; 409 when another window saved since `version`',
  params: z.object({ id: Id }),
  body: z.object({ version: z.number().int(), fields: DraftFields }),
  reply: z.object({ version: z.number().int(), updatedAt: Moment }),
});

export const discardDraft = endpoint(routes.discardDraft, {
  summary: 'Throw an unsent case and its files away',
  params: z.object({ id: Id }),
  reply: Done,
});

export const sendDraft = endpoint(routes.sendDraft, {
  summary: 'Publish a complete case to its recipient; sending again answers with the same case',
  params: z.object({ id: Id }),
  body: z.object({ version: z.number().int() }),
  reply: z.object({ id: z.number().int(), no: z.string() }),
});
