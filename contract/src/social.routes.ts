import { route } from './endpoint.ts';
import { PAGES } from './pages.ts';

/** Provider names as used in the callback addresses. */
export const BACKENDS = { facebook: 'facebook', 'google-oauth2': 'google' } as const;

/** Pages at which a sign-in may end; each takes a `SocialAnswer` as its query. */
export const ANSWER_PAGES = [PAGES.socialResponse, PAGES.socialComplete, PAGES.loginSocialComplete] as const;

export const socialStart = route({
  method: 'GET',
  path: '/v1/auth/social/:provider/',
  access: 'public',
  reply: 'redirect',
});
export const socialReturn = route({
  method: 'GET',
  path: '/api/v1/complete/:backend/',
  access: 'public',
  reply: 'redirect',
});
export const socialComplete = route({
  method: 'POST',
  path: '/api/v1/complete/:backend/',
  access: 'public',
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
  reply: 'redirect',
});
export const socialSignUp = route({
  method: 'POST',
  path: '/v1/auth/social/sign-up/',
  access: 'public',
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
});
export const socialForget = route({ method: 'POST', path: '/v1/auth/social/forget/', access: 'public' });
export const socialLink = route({
  method: 'POST',
  path: '/v1/auth/social/link/',
  access: 'public',
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
});
export const socialValidateState = route({
  method: 'GET',
  path: '/v1/qc/social-login/validate-state/',
  access: 'public',
});
export const socialOtp = route({ method: 'POST', path: '/v1/auth/social/otp/', access: 'public' });
