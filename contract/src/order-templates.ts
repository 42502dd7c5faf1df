import * as z from 'zod';
import { DraftFields, DraftRestoration } from './draft-fields.ts';
import { endpoint } from './endpoint.ts';
import { DRAFT_LIMITS } from './limits.ts';
import * as routes from './order-templates.routes.ts';
import { patient } from './patient.ts';
import { Done, Id, line, RowId, text } from './wire.ts';

/** Fields that a template fills in: nothing about a patient, no dates, no files and no confirmed contradictions. */
const TemplateFields = z.object({
  recipientId: RowId.nullable(),
  restorations: z.array(DraftRestoration.omit({ meant: true })).max(DRAFT_LIMITS.restorations),
  connectorChoices: DraftFields.shape.connectorChoices,
  /** A free text, in which people may have written a patient's name. */
  note: patient(text(DRAFT_LIMITS.note)),
});
export type TemplateFields = z.infer<typeof TemplateFields>;

export const OrderTemplate = z.object({
  id: z.number().int(),
  name: patient(z.string()),
  /** The recipient is null if the reader cannot send to them. */
  fields: TemplateFields,
  /** The owner's group sees it. */
  is_shared: z.boolean(),
  is_mine: z.boolean(),
  owner: z.string(),
});
export type OrderTemplate = z.infer<typeof OrderTemplate>;

const TemplateName = line(routes.MAX_TEMPLATE_NAME).pipe(z.string().min(1));
/** A template without a restoration and a note would fill in nothing. */
const Filled = TemplateFields.refine(({ restorations, note }) => restorations.length > 0 || note !== '', {
  path: ['restorations'],
  message: 'A template needs a restoration or a note.',
});

export const listTemplates = endpoint(routes.listTemplates, {
  summary: 'One’s templates for new cases by name, and those that the group shares',
  reply: z.object({
    templates: z.array(OrderTemplate),
    /** Whether there is a group to share templates with. */
    can_share: z.boolean(),
  }),
});

export const addTemplate = endpoint(routes.addTemplate, {
  summary: 'Save an order without its patient as a template',
  body: z.object({ name: TemplateName, fields: Filled, is_shared: z.boolean() }),
  reply: z.object({ id: z.number().int() }),
  perMinute: 60,
});

export const changeTemplate = endpoint(routes.changeTemplate, {
  summary: 'Rename a template of one’s own, share it or not, or replace its order',
  params: z.object({ id: Id }),
  body: z.object({
    name: TemplateName.optional(),
    fields: Filled.optional(),
    is_shared: z.boolean().optional(),
  }),
  reply: Done,
});

export const removeTemplate = endpoint(routes.removeTemplate, {
  summary: 'Delete a template of one’s own',
  params: z.object({ id: Id }),
  reply: Done,
});
