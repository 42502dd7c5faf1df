import { route } from './endpoint.ts';

/** Lifetime of a code, which opens its case once. */
export const HANDOFF_CODE_MINUTES = 5;

/** Lifetime of a connected phone, whether used or not. */
export const HANDOFF_HOURS = 2;

/** Maximum number of phones that one person may have connected at the same time. */
export const MAX_HANDOFFS = 10;

/** File types that a phone may add. They become ordinary files of the case. */
export const PHOTO_EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'heic', 'heif'] as const;

export const requestOtp = route({ method: 'POST', path: '/v1/auth/otp/', access: 'user' });
export const listHandoffs = route({ method: 'GET', path: '/v1/cases/:id/handoffs/', access: 'user' });
export const endHandoff = route({
  method: 'PUT',
  path: '/v1/handoffs/:handoff/end/',
  access: 'user',
  emits: ['handoff_ended'],
});
export const openHandoff = route({
  method: 'POST',
  path: '/v1/auth/otp/open/',
  access: 'public',
  emits: ['handoff_opened', 'handoff_ended'],
});
export const handoffCase = route({ method: 'GET', path: '/v1/handoff/case/', access: 'public' });
export const handoffPhoto = route({
  method: 'GET',
  path: '/v1/handoff/photos/:id/',
  access: 'public',
  reply: 'bytes',
});
export const addHandoffPhoto = route({ method: 'POST', path: '/v1/handoff/photos/', access: 'public' });
export const handoffPhotosDone = route({
  method: 'PUT',
  path: '/v1/handoff/photos/done/',
  access: 'public',
  emits: ['files_uploaded', 'post_uploaded'],
});
export const addHandoffComment = route({
  method: 'POST',
  path: '/v1/handoff/comments/',
  access: 'public',
  emits: ['comment_added'],
});
export const leaveHandoff = route({
  method: 'POST',
  path: '/v1/handoff/leave/',
  access: 'public',
  emits: ['handoff_ended'],
});
