import * as z from 'zod';
import { StatusAction, StatusCode } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id } from './wire.ts';

export const changeStatus = endpoint({
  method: 'PUT',
  path: '/v1/cases/:id/status/',
  access: 'user',
  summary: 'Take one of the status actions that are open to this side',
  params: z.object({ id: Id }),
  /** `was` is the status that the person saw: with it, a change that somebody else made first is not overruled. */
  body: z.object({ action: StatusAction, was: StatusCode.optional() }),
  emits: ['post_status_modified'],
  reply: z.object({ status: z.object({ code: StatusCode, prev: StatusCode.nullable(), str: z.string() }) }),
});

const AssigneeReply = z.object({
  assignee: z.object({ id: z.number().int().nullable() }),
  sg_users: z.array(z.object({ name: z.string(), user_id: z.number().int() })),
});

export const getAssignee = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/assignee/',
  access: 'user',
  summary: 'The assignee and the people of the own share group who could be it',
  params: z.object({ id: Id }),
  reply: AssigneeReply,
});

export const changeAssignee = endpoint({
  method: 'PUT',
  path: '/v1/cases/:id/assignee/',
  access: 'user',
  summary: 'Hand the case to a member of the recipient side’s share group; null takes it back',
  params: z.object({ id: Id }),
  /** `was` is the assignee that the person saw: with it, a change that somebody else made first is not overruled. */
  body: z.object({
    assignee_id: z.coerce.number().int().positive().nullable(),
    was: z.number().int().positive().nullable().optional(),
  }),
  emits: ['post_assignee_changed'],
  reply: AssigneeReply,
});

/** For several cases the id is 0 and the body names them. */
export const removeCases = endpoint({
  method: 'DELETE',
  path: '/v1/cases/:id/remove/',
  access: 'user',
  summary:
    'Delete one case, or with id 0 those of the cases in the body that can be; final after ten seconds',
  params: z.object({ id: z.coerce.number().int().min(0) }),
  body: z.object({ ids: z.array(Id).min(1).max(100).optional() }).optional(),
  /** `deletion` names it to undo it; `kept` are the cases that were not deleted, and why. With none deleted it is refused. */
  emits: ['posts_deleted'],
  reply: z.object({
    deletion: z.number().int(),
    deleted: z.array(z.number().int()),
    kept: z.array(z.object({ id: z.number().int(), code: z.enum(['not_found', 'case_not_deletable']) })),
  }),
});

/** How long a deletion can be undone. */
export const UNDO_MS = 10_000;

export const undoRemoveCases = endpoint({
  method: 'POST',
  path: '/v1/case-deletions/:id/undo/',
  access: 'user',
  summary: 'Bring back the cases that one deleted within the last ten seconds',
  params: z.object({ id: Id }),
  emits: ['posts_restored'],
  reply: Done,
});

export const casePeople = endpoint({
  method: 'GET',
  path: '/v1/cases/:id/people/',
  access: 'user',
  summary: 'Everybody else who sees a case, for mentions',
  params: z.object({ id: Id }),
  reply: z.object({
    people: z.array(
      z.object({
        user_id: z.number().int(),
        name: z.string(),
        institution: z.string(),
        picture: z.string().nullable(),
      }),
    ),
  }),
});
