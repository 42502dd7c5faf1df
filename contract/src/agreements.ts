import * as z from 'zod';
import * as routes from './agreements.routes.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, Language, Moment } from './wire.ts';

const Kind = z.enum(routes.AGREEMENT_KINDS);

/** SHA-256 of the text in UTF-8, in hexadecimal digits. */
const TextHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A current version that is not accepted yet. */
export const OpenAgreement = z.object({
  kind: Kind,
  version: z.string(),
  /** Date from which nothing can be changed without accepting it. */
  due: Moment,
  is_overdue: z.boolean(),
  /** The text is the template that comes with the software, which no lawyer has reviewed. */
  is_template: z.boolean(),
  /** The owner of the group who has to conclude it; null if it is the person of the session. */
  party: z.string().nullable(),
  language: Language,
  languages: z.array(Language),
  text: z.string(),
  text_hash: TextHash,
});
export type OpenAgreement = z.infer<typeof OpenAgreement>;

export const AcceptedAgreement = z.object({
  id: z.number().int(),
  kind: Kind,
  version: z.string(),
  language: Language,
  accepted_at: Moment,
  /** The owner of the group who concluded it for the practice; null if it was the person of the session. */
  party: z.string().nullable(),
  text_hash: TextHash,
  /** Version that is in force. */
  is_current: z.boolean(),
});
export type AcceptedAgreement = z.infer<typeof AcceptedAgreement>;

export const showAgreements = endpoint(routes.showAgreements, {
  summary:
    'Terms and data processing agreement: what is to be accepted, and what was, by oneself or one’s practice',
  query: z.object({ language: Language }),
  reply: z.object({
    /** Institution, else the name, of the person for whose practice an agreement is concluded. */
    practice: z.string(),
    open: z.array(OpenAgreement),
    /** The latest first. */
    accepted: z.array(AcceptedAgreement),
  }),
});

export const acceptedAgreement = endpoint(routes.acceptedAgreement, {
  summary: 'The text that oneself, or the owner of one’s group, accepted',
  params: z.object({ id: Id }),
  reply: z.object({ text: z.string(), text_hash: TextHash }),
});

export const acceptAgreement = endpoint(routes.acceptAgreement, {
  withoutAgreement: true,
  summary: 'Accept the current terms, or conclude the data processing agreement for one’s practice',
  body: z.object({ kind: Kind, text_hash: TextHash }),
  reply: Done,
});
