import * as z from 'zod';
import * as routes from './case-changes.routes.ts';
import { StatusAction, StatusCode } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id } from './wire.ts';

export const changeStatus = endpoint(routes.changeStatus, {
  summary: 'Take one of the status actions that are open to this side',
  params: z.object({ id: Id }),
  /** `was` is the status that the person saw: with it, a change that somebody else made first is not overruled. */
  body: z.object({ action: StatusAction, was: StatusCode.optional() }),
  reply: z.object({ status: z.object({ code: StatusCode, prev: StatusCode.nullable(), str: z.string() }) }),
});

const AssigneeReply = z.object({
  assignee: z.object({ id: z.number().int().nullable() }),
  sg_users: z.array(z.object({ name: z.string(), user_id: z.number().int() })),
});

export const getAssignee = endpoint(routes.getAssignee, {
  summary: 'The assignee and the people of the own share group who could be it',
  params: z.object({ id: Id }),
  reply: AssigneeReply,
});

export const changeAssignee = endpoint(routes.changeAssignee, {
  summary: 'Hand the case to a member of the recipient side’s share group; null takes it back',
  params: z.object({ id: Id }),
  /** `was` is the assignee that the person saw: with it, a change that somebody else made first is not overruled. */
  body: z.object({
    assignee_id: z.coerce.number().int().positive().nullable(),
    was: z.number().int().positive().nullable().optional(),
  }),
  reply: AssigneeReply,
});

/** For several cases the id is 0 and the body names them. */
export const removeCases = endpoint(routes.removeCases, {
  summary:
    'Delete the own side’s copy of one case, or with id 0 of those in the body that can be; final after ten seconds',
  params: z.object({ id: z.coerce.number().int().min(0) }),
  body: z.object({ ids: z.array(Id).min(1).max(100).optional() }).optional(),
  reply: z.object({
    deletion: z.number().int(),
    deleted: z.array(z.number().int()),
    kept: z.array(z.object({ id: z.number().int(), code: z.enum(['not_found', 'case_not_deletable']) })),
  }),
});

export const undoRemoveCases = endpoint(routes.undoRemoveCases, {
  summary: 'Bring back the cases that one deleted within the last ten seconds',
  params: z.object({ id: Id }),
  reply: Done,
});

export const casePeople = endpoint(routes.casePeople, {
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
