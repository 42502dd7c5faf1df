import * as z from 'zod';
import * as routes from './closing.routes.ts';
import { endpoint } from './endpoint.ts';
import { Proof } from './security.ts';
import { Moment } from './wire.ts';

export const ClosingBlock = z.enum(['group_has_members', 'account_on_hold', 'account_of_staff', 'moving']);
export type ClosingBlock = z.infer<typeof ClosingBlock>;

export const showClosing = endpoint(routes.showClosing, {
  summary: 'What closing one’s account removes, and what stays with others',
  reply: z.object({
    /** Why it cannot be closed now. */
    blocked: ClosingBlock.nullable(),
    /** Cases of which one’s own copy is removed. */
    cases: z.number().int(),
    /** Of these, cases of which the other side keeps its copy. */
    kept: z.number().int(),
    drafts: z.number().int(),
    /** One’s comments in cases that others keep. */
    comments: z.number().int(),
    links: z.number().int(),
    connections: z.number().int(),
    scanners: z.number().int(),
    /** Group of another owner that the person leaves; null if they are in no such group. */
    group: z.string().nullable(),
    /** False while the other region does not respond: cases, comments and links there are not counted then. */
    is_complete: z.boolean(),
  }),
});

export const closeAccount = endpoint(routes.closeAccount, {
  withoutAgreement: true,
  summary: 'Ask for one’s account to be closed: all sessions end, and signing in within the time keeps it',
  body: Proof,
  reply: z.object({ closes_at: Moment }),
});
