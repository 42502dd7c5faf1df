import { route } from './endpoint.ts';

export const MAX_GROUP_NAME = 100;

export const groupUsers = route({ method: 'GET', path: '/v1/group/users/', access: 'user' });
export const createGroup = route({
  method: 'POST',
  path: '/v1/group/new/',
  access: 'user',
  emits: ['sharegroup_modified'],
});
export const editGroup = route({
  method: 'PUT',
  path: '/v1/group/:id/edit/',
  access: 'user',
  emits: ['sharegroup_modified'],
});
export const removeGroup = route({
  method: 'DELETE',
  path: '/v1/group/:id/remove/',
  access: 'user',
  emits: ['sharegroup_deleted', 'post_assignee_changed'],
});
export const offerGroup = route({
  method: 'PUT',
  path: '/v1/group/:id/offer/',
  access: 'user',
  emits: ['sharegroup_modified'],
});
export const withdrawGroupOffer = route({
  method: 'DELETE',
  path: '/v1/group/:id/offer/',
  access: 'user',
  emits: ['sharegroup_modified'],
});
export const acceptGroupOffer = route({
  method: 'PUT',
  path: '/v1/group/:id/offer/accept/',
  access: 'user',
  emits: ['sharegroup_modified'],
});
export const declineGroupOffer = route({
  method: 'PUT',
  path: '/v1/group/:id/offer/decline/',
  access: 'user',
  emits: ['sharegroup_modified'],
});
export const inviteToGroup = route({
  method: 'POST',
  path: '/v1/group/:sg_id/request/:id/',
  access: 'user',
  emits: ['sguser_requested'],
});
export const acceptGroup = route({
  method: 'PUT',
  path: '/v1/group/accept/:sguidb64/:token/',
  access: 'user',
  emits: ['sguser_accepted'],
});
export const rejectGroup = route({
  method: 'PUT',
  path: '/v1/group/users/:id/reject/',
  access: 'user',
  emits: ['sguser_rejected'],
});
export const removeGroupUser = route({
  method: 'DELETE',
  path: '/v1/group/users/:id/remove/',
  access: 'user',
  emits: ['sguser_deleted', 'post_assignee_changed'],
});
