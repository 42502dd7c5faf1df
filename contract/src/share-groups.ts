import * as z from 'zod';
import { RequestStatus } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { Proof } from './security.ts';
import * as routes from './share-groups.routes.ts';
import { Done, Id, IdOrZero, LinkPart, line, Moment, RowId, SrvLoc } from './wire.ts';

export const GroupMember = z.object({
  /** 0 for the owner, who has no membership row. */
  id: z.number().int(),
  sg_id: z.number().int(),
  sg_name: z.string(),
  idb64: z.string(),
  /** Only for the invited person, and only while the invitation is open. */
  accept_token: z.string().nullable(),
  user_id: z.number().int().nullable(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  is_unknown: z.boolean(),
  is_owner: z.boolean(),
  status: RequestStatus,
  Im_requester: z.boolean(),
  Im_invited: z.boolean(),
  /**
   * Until when the member may accept to become the owner; only for the owner and that member, while the offer is open.
   */
  offered_until: Moment.nullable(),
  requester: z.object({ username: z.string(), email: z.string(), picture: z.string().nullable() }),
});
export type GroupMember = z.infer<typeof GroupMember>;

export const groupUsers = endpoint(routes.groupUsers, {
  summary: 'One’s share group, its members and its invitations',
  reply: z.object({
    sharegroup: z.object({ id: z.number().int(), name: z.string(), is_owner: z.boolean() }).nullable(),
    sg_users: z.object({ pending: z.array(GroupMember), accepted: z.array(GroupMember) }),
  }),
});

const GroupName = line(routes.MAX_GROUP_NAME).pipe(z.string().min(1));

export const createGroup = endpoint(routes.createGroup, {
  summary: 'Create a share group',
  body: z.object({ name: GroupName }),
  reply: z.object({ id: z.number().int() }),
});

export const editGroup = endpoint(routes.editGroup, {
  summary: 'Rename one’s own group',
  params: z.object({ id: Id }),
  body: z.object({ name: GroupName }),
  reply: Done,
});

export const removeGroup = endpoint(routes.removeGroup, {
  withoutAgreement: true,
  summary: 'Dissolve one’s own group',
  params: z.object({ id: Id }),
  reply: Done,
});

export const offerGroup = endpoint(routes.offerGroup, {
  withoutAgreement: true,
  summary: 'Offer one’s group to a member, who becomes its owner by accepting; a group has one open offer',
  params: z.object({ id: Id }),
  /** `member`: `id` of the member's row. */
  body: Proof.extend({ member: RowId }),
  reply: Done,
  perMinute: 30,
});

export const withdrawGroupOffer = endpoint(routes.withdrawGroupOffer, {
  withoutAgreement: true,
  summary: 'Withdraw the offer of one’s group',
  params: z.object({ id: Id }),
  reply: Done,
});

export const acceptGroupOffer = endpoint(routes.acceptGroupOffer, {
  withoutAgreement: true,
  summary: 'Become the owner of one’s group, as its owner offered; the former owner stays in it as a member',
  params: z.object({ id: Id }),
  reply: Done,
});

export const declineGroupOffer = endpoint(routes.declineGroupOffer, {
  withoutAgreement: true,
  summary: 'Decline to become the owner of one’s group',
  params: z.object({ id: Id }),
  reply: Done,
});

export const inviteToGroup = endpoint(routes.inviteToGroup, {
  summary: 'Invite a person by email (id 0), or send an open or rejected invitation again',
  params: z.object({ sg_id: Id, id: IdOrZero }),
  body: z.object({ email: z.string().trim().max(LIMITS.email).default('') }),
  reply: Done,
  perMinute: 30,
});

export const acceptGroup = endpoint(routes.acceptGroup, {
  summary: 'Join a group by the link in the invitation',
  params: z.object({ sguidb64: LinkPart, token: LinkPart }),
  query: z.object({ srv_loc: SrvLoc }),
  reply: Done,
  perMinute: 60,
});

export const rejectGroup = endpoint(routes.rejectGroup, {
  withoutAgreement: true,
  summary: 'Reject an invitation to a group',
  params: z.object({ id: Id }),
  reply: Done,
});

export const removeGroupUser = endpoint(routes.removeGroupUser, {
  withoutAgreement: true,
  summary: 'Remove a member or an invitation, or leave the group',
  params: z.object({ id: Id }),
  reply: Done,
});
