import { randomUUID } from 'node:crypto';
import {
  anybody,
  apart,
  asksForSession,
  authorOnly,
  form,
  never,
  parties,
  type Row,
  signedIn,
  signedInAnywhere,
} from './row.ts';

/** Rows of sign-up, sign-in, security and profiles. */
export const ACCOUNT_ROWS = {
  appInfo: anybody(() => ({})),
  humanCheck: anybody(() => ({})),
  defaultCountry: anybody(() => ({})),
  signup: never(
    'needs a solved human check',
    anybody(() => ({ body: new FormData() }), 400),
  ),
  validateField: asksForSession(
    anybody(() => ({
      query: '?form=signup&field=username',
      body: form({ username: 'x@cusp.example' }),
    })),
  ),
  activate: never(
    'needs the token of a mail',
    anybody(() => ({ body: { uidb64: 'MTU', token: 'x' } }), 400),
  ),
  requestActivate: anybody(() => ({ body: { uid: 'MTU' } })),
  // An address of its own for each try: guesses at one account are slowed down.
  login: never(
    'needs a password, and no session changes that',
    anybody(() => ({ body: { username: `${randomUUID()}@cusp.example`, password: 'wrong-one' } }), 401),
  ),
  refreshSession: never(
    'needs the session cookie of a browser',
    anybody(() => ({ body: {} }), 401),
  ),
  logout: anybody(() => ({ body: {} })),
  requestPasswordReset: anybody(() => ({ body: { email: 'x@cusp.example' } })),
  validateResetToken: never(
    'needs the token of a mail',
    anybody(() => ({ body: { token: 'x' } }), 400),
  ),
  confirmPasswordReset: never(
    'needs the token of a mail',
    anybody(() => ({ body: { token: 'x', password: 'a long new password' } }), 400),
  ),
  requestPhoneVerification: never(
    'needs the visitor cookie and a text message',
    asksForSession(anybody(() => ({ body: { phone: '+49 900 1234567' } }), 400)),
  ),
  verifyPhoneCode: never(
    'needs the visitor cookie and a text message',
    asksForSession(anybody(() => ({ body: { phone: '+4989123456', otp: '000000' } }), 400)),
  ),
  // A browser window is led on to a page that says what is wrong.
  socialStart: never(
    'needs a sign-in provider',
    anybody(() => ({ params: { provider: 'google' } }), 303),
  ),
  socialReturn: never(
    'needs a sign-in provider',
    anybody(() => ({ params: { backend: 'google-oauth2' }, query: '?state=x&code=y' }), 303),
  ),
  socialComplete: never(
    'needs a sign-in provider',
    anybody(() => ({ params: { backend: 'facebook' }, body: {} }), 303),
  ),
  socialLink: never(
    'needs a sign-in provider',
    anybody(() => ({ body: { password: 'wrong-one' } }), 400),
  ),
  socialValidateState: never(
    'needs a sign-in provider',
    anybody(() => ({ query: '?state=x' }), 400),
  ),
  socialOtp: never(
    'needs a sign-in provider',
    anybody(() => ({ body: { code: 'x'.repeat(43), codeVerifier: 'x'.repeat(43) } }), 400),
  ),
  suggestAddresses: anybody(() => ({ body: { text: 'Hafen', language: 'de', form: randomUUID() } })),
  setLanguage: asksForSession(anybody(() => ({ body: { language: 'de' } }))),

  checkSession: signedInAnywhere(),
  listSessions: signedIn(),
  endSession: authorOnly(async (world) => ({ params: { sessionId: await world.newSession() }, body: {} })),
  endOtherSessions: signedIn(() => ({ body: {} })),
  securityState: signedInAnywhere(),
  beginApp: signedInAnywhere(() => ({ body: {} })),
  confirmApp: never(
    'needs an authenticator app',
    signedInAnywhere(() => ({ body: { code: 'nonsense' } }), 400),
  ),
  removeApp: never(
    'needs an authenticator app',
    signedIn(() => ({ body: {} }), 404),
  ),
  renewRecoveryCodes: never(
    'needs an authenticator app',
    signedIn(() => ({ body: {} }), 404),
  ),
  passkeyCreation: never(
    'needs an authenticator on an address of the product',
    signedInAnywhere(() => ({ body: {} }), 409),
  ),
  addPasskey: never(
    'needs an authenticator on an address of the product',
    signedInAnywhere(() => ({ body: { name: 'Key' } }), 400),
  ),
  renamePasskey: apart(
    authorOnly(async (world) => ({ params: await world.newPasskey(), body: { name: 'Key' } })),
  ),
  removePasskey: apart(authorOnly(async (world) => ({ params: await world.newPasskey(), body: {} }))),
  undoSecondStep: never(
    'needs the token of a mail',
    anybody(() => ({ body: { token: 'x' } }), 400),
  ),
  loginByCode: never(
    'needs a sign-in that asks for its second step',
    anybody(() => ({ body: { token: 'x', code: '123456' } }), 401),
  ),
  passkeyRequest: never(
    'needs a sign-in that asks for its second step',
    anybody(() => ({ body: { token: 'x' } }), 409),
  ),
  loginByPasskey: never(
    'needs a sign-in that asks for its second step',
    anybody(() => ({ body: {} }), 400),
  ),
  changePassword: never(
    'needs the own password, and personas have none',
    signedIn(() => ({ body: new FormData() }), 400),
  ),
  getProfile: signedIn(),
  editProfile: never(
    'needs a whole profile form',
    signedIn(() => ({ body: new FormData() }), 400),
  ),
  editSettings: signedIn(() => ({ body: { use_auto_refresh: true } })),
  alarms: signedIn(),
  userPicture: parties(async (world) => ({ params: { idb64: await world.newPicture() } })),
} satisfies Record<string, Row>;
