/**
 * Refusals that name a field of the forms of an account: signing up, the profile and passwords. These forms translate
 * the `detail` of each field, and load no other refusals for it.
 */
export const ACCOUNT_FIELD_ERRORS = {
  email_taken: { status: 400, detail: 'This email cannot be used' },
  wrong_old_password: { status: 400, detail: 'Wrong password.' },
  password_common: { status: 400, detail: 'This password is too common.' },
  password_guessable: {
    status: 400,
    detail: 'This password is easy to guess, because it is made of names, dates or common words.',
  },
  password_leaked: { status: 400, detail: 'This password is known from a data breach.' },
  password_short: {
    status: 400,
    detail: 'This password is too short. It must contain at least 8 characters.',
  },
  password_mismatch: { status: 400, detail: 'The two password fields didn’t match' },
  password_long: {
    status: 400,
    detail: 'This password is too long. It must contain at most 128 characters.',
  },
  phone_not_verified: { status: 400, detail: 'Please verify your phone number.' },
  social_account: { status: 403, detail: 'A social account has no password or name to change here.' },
  role_locked: { status: 409, detail: 'The role cannot be changed while in a group or involved in a case.' },
  country_elsewhere: {
    status: 400,
    detail: 'The data of this country is kept in the other data region. Please sign up there.',
  },
} as const;

export type AccountFieldErrorCode = keyof typeof ACCOUNT_FIELD_ERRORS;
