import * as z from 'zod';
import * as routes from './case-changes.routes.ts';
import { StatusAction, StatusCode } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdOrZero, RowId } from './wire.ts';

/** Undoes the change for ten seconds, by `undoChange`. */
export const UndoId = z.number().int();

export const changeStatus = endpoint(routes.changeStatus, {
  summary: 'Take one of the status actions that this side may take',
  params: z.object({ id: Id }),
  /** `was` is the status that the person saw, so that the action does not overrule another user's earlier change. */
  body: z.object({ action: StatusAction, was: StatusCode.optional() }),
  reply: z.object({
    status: z.object({ code: StatusCode, prev: StatusCode.nullable(), str: z.string() }),
    undo: UndoId,
  }),
});

const AssigneeReply = z.object({
  assignee: z.object({ id: z.number().int().nullable() }),
  sg_users: z.array(z.object({ name: z.string(), user_id: z.number().int() })),
});

export const getAssignee = endpoint(routes.getAssignee, {
  summary: 'The assignee, and the people of the own share group who could be assigned',
  params: z.object({ id: Id }),
  reply: AssigneeReply,
});

export const changeAssignee = endpoint(routes.changeAssignee, {
  summary: 'Assign the case to a member of the recipient side’s share group; null removes the assignee',
  params: z.object({ id: Id }),
  /** `was` is the assignee that the person saw, so that the change does not overrule another user's earlier one. */
  body: z.object({
    assignee_id: Id.nullable(),
    was: RowId.nullable().optional(),
  }),
  /** `undo` is null if the person was the assignee already. */
  reply: AssigneeReply.extend({ undo: UndoId.nullable() }),
});

export const undoChange = endpoint(routes.undoChange, {
  summary: 'Undo one’s own change of the last ten seconds; 409 if somebody changed the same since',
  params: z.object({ id: Id }),
  reply: Done,
});

/** For several cases the id is 0 and the body lists them. */
export const removeCases = endpoint(routes.removeCases, {
  summary:
    'Delete the own side’s copy of one case, or with id 0 of those in the body that can be; final after ten seconds',
  params: z.object({ id: IdOrZero }),
  body: z.object({ ids: z.array(Id).min(1).max(100).optional() }).optional(),
  reply: z.object({
    deletion: z.number().int(),
    deleted: z.array(z.number().int()),
    kept: z.array(z.object({ id: z.number().int(), code: z.enum(['not_found', 'case_not_deletable']) })),
  }),
});

export const undoRemoveCases = endpoint(routes.undoRemoveCases, {
  summary: 'Restore the cases that one deleted within the last ten seconds',
  params: z.object({ id: Id }),
  reply: Done,
});

export const casePeople = endpoint(routes.casePeople, {
  summary: 'All other people who see a case, for mentions',
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
