import { route } from './endpoint.ts';

/** Role choices of sign-up and profile, as the form sends them. */
export const ROLES = ['Dental Clinic', 'Dental Lab', 'Dealer', 'Other'] as const;

export const humanCheck = route({ method: 'GET', path: '/v1/auth/human-check/', access: 'public' });
export const defaultCountry = route({ method: 'GET', path: '/v1/auth/country/', access: 'public' });
export const signup = route({ method: 'POST', path: '/v1/auth/signup/', access: 'public' });
export const validateField = route({ method: 'POST', path: '/v1/auth/validate/', access: 'public' });
export const activate = route({
  method: 'POST',
  path: '/v1/auth/activate/',
  access: 'public',
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
});
export const requestActivate = route({
  method: 'POST',
  path: '/v1/auth/request-activate/',
  access: 'public',
});
export const requestPasswordReset = route({ method: 'POST', path: '/v1/reset-password/', access: 'public' });
export const validateResetToken = route({
  method: 'POST',
  path: '/reset_password/validate_token/',
  access: 'public',
});
export const confirmPasswordReset = route({
  method: 'POST',
  path: '/reset_password/confirm/',
  access: 'public',
  emits: ['contact_requested', 'contact_accepted', 'sguser_requested'],
});
export const changePassword = route({ method: 'PUT', path: '/v1/auth/change-password/', access: 'user' });
export const setLanguage = route({ method: 'POST', path: '/v1/setLang/', access: 'public' });
