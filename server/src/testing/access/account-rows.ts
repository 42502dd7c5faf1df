import { randomUUID } from 'node:crypto';
import { PAGES } from '@cusp/contract/pages';
import { PASSWORD } from '../sign-in.ts';
import {
  anybody,
  apart,
  asksForSession,
  authorOnly,
  form,
  ledToError,
  never,
  parties,
  type Row,
  signedIn,
  signedInAnywhere,
  slow,
} from './row.ts';

/** Members of another owner's group cannot decide about its data. */
const ownersOnly = (ask?: Row['ask']): Row => {
  const row = signedIn(ask);
  return { ...row, gets: { ...row.gets, authorGroup: 403, recipientGroup: 403 } };
};

/** An export of the author. */
const ownExportOnly: Row = (() => {
  const row = authorOnly(async (world) => ({ params: { id: (await world.newDataExport()).id } }));
  return { ...row, gets: { ...row.gets, authorGroup: 403, recipientGroup: 403 } };
})();

/**
 * With a wrong code, because a right one would close the account. Owners of groups with members and staff are refused
 * before.
 */
const closing: Row = (() => {
  const row = never(
    'needs a proof, and ends the account',
    signedIn(() => ({ body: { code: 'nonsense' } }), 400),
  );
  return { ...row, gets: { ...row.gets, author: 409, recipient: 409, staffAtLogin: 409 } };
})();

/** Rows of sign-up, sign-in, security and profiles. */
export const ACCOUNT_ROWS = {
  listAccesses: ownersOnly(async (world) => {
    await world.newCase();
    return { query: '?search=Patient' };
  }),
  exportAccesses: ownersOnly(() => ({ query: '?format=csv' })),
  listHolds: ownersOnly(async (world) => {
    await world.newHold();
    return {};
  }),
  placeHold: parties(async (world) => ({ body: { no: (await world.newCase()).no, reason: 'Complaint' } }), {
    authorGroup: 403,
    recipientGroup: 403,
  }),
  liftHold: parties(async (world) => ({ params: { id: (await world.newHold()).id } }), {
    recipient: 404,
    authorGroup: 403,
    recipientGroup: 403,
  }),
  casesOfPatient: ownersOnly(async (world) => {
    await world.newCase();
    return { query: '?search=Patient' };
  }),
  erasePatient: parties(async (world) => ({ body: { ids: [(await world.newCase()).id] } }), {
    authorGroup: 403,
    recipientGroup: 403,
  }),
  showRetention: signedIn(async (world) => {
    await world.newExpiring();
    return {};
  }),
  setRetention: ownersOnly(async (world) => {
    await world.resetRetention();
    return { body: { months: 12, version: 0 } };
  }),
  showWorkCalendar: signedIn(),
  setWorkCalendar: ownersOnly(async (world) => {
    await world.resetCalendars();
    const calendar = {
      zone: 'Asia/Seoul',
      workDays: [1, 2, 3, 4],
      closedDays: ['2026-12-24'],
      productionDays: 3,
      shippingDays: 1,
    };
    return { body: { calendar, version: 0 } };
  }),
  listDataExports: ownersOnly(async (world) => {
    await world.newDataExport();
    return {};
  }),
  startDataExport: parties(async (world) => ({ body: { scope: 'case', no: (await world.newCase()).no } }), {
    authorGroup: 403,
    recipientGroup: 403,
  }),
  removeDataExport: ownExportOnly,
  dataExportFile: ownExportOnly,
  listOpenLinks: ownersOnly(async (world) => {
    await world.newShare();
    return {};
  }),
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
  requestActivate: slow(anybody(() => ({ body: { uid: 'MTU' } }))),
  // A separate world, because failed attempts at one account are slowed down.
  login: apart(
    never(
      'needs a password, and no session changes that',
      anybody(() => ({ body: { username: `${randomUUID()}@cusp.example`, password: 'wrong-one' } }), 401),
    ),
  ),
  postArrival: {
    ...anybody(() => ({ body: { code: 'x'.repeat(43), codeVerifier: 'x'.repeat(43) } }), 303),
    leadsTo: PAGES.regionArrival,
  },
  completeArrival: never(
    'needs the code that the other region’s page received',
    anybody(() => ({ body: {} }), 401),
  ),
  refreshSession: never(
    'needs the session cookie of a browser',
    anybody(() => ({ body: {} }), 401),
  ),
  logout: anybody(() => ({ body: {} })),
  requestPasswordReset: slow(anybody(() => ({ body: { email: 'x@cusp.example' } }))),
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
  socialStart: never(
    'needs a sign-in provider',
    ledToError(() => ({ params: { provider: 'google' } }), 'invalid_input'),
  ),
  socialReturn: never(
    'needs a sign-in provider',
    ledToError(() => ({ params: { backend: 'google-oauth2' }, query: '?state=x&code=y' }), 'not_found'),
  ),
  socialComplete: never(
    'needs a sign-in provider',
    ledToError(() => ({ params: { backend: 'facebook' }, body: {} }), 'invalid_input'),
  ),
  socialSignUp: never(
    'needs a sign-in provider and another region',
    anybody(() => ({ body: { ticket: 'made-up', role: 'Dental Clinic', country: 'US' } }), 400),
  ),
  socialForget: anybody(() => ({})),
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
  setLanguage: asksForSession(
    anybody(() => ({ body: { language: 'de' } })),
    200,
  ),

  checkSession: signedInAnywhere(),
  listSessions: signedIn(),
  endSession: authorOnly(async (world) => ({ params: { sessionId: await world.newSession() }, body: {} })),
  endOtherSessions: signedIn(() => ({ body: {} })),
  securityState: signedInAnywhere(),
  // In a separate world, because a person who got a passkey from another row needs a newer session.
  beginApp: apart(signedInAnywhere(() => ({ body: {} }))),
  confirmApp: never(
    'needs an authenticator app',
    signedInAnywhere(() => ({ body: { code: 'nonsense' } }), 400),
  ),
  showAgreements: signedIn(async (world) => {
    await world.newAgreement();
    return { query: '?language=en' };
  }),
  acceptedAgreement: {
    ...authorOnly(async (world) => ({ params: { id: (await world.newAgreement()).id } })),
    gets: { author: 200, authorGroup: 200, nobody: 401, others: 404 },
  },
  acceptAgreement: signedIn(async (world) => ({
    body: { kind: 'terms', text_hash: (await world.newAgreement()).text_hash },
  })),
  showClosing: signedIn(() => ({})),
  closeAccount: closing,
  removeApp: never(
    'needs an authenticator app',
    signedIn(() => ({ body: {} }), 404),
  ),
  renewRecoveryCodes: never(
    'needs an authenticator app',
    signedIn(() => ({ body: {} }), 404),
  ),
  passkeyProof: never(
    'needs an authenticator on an address of the product',
    signedInAnywhere(() => ({}), 409),
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
  keepSecondStep: anybody(async (world) => ({ body: { token: (await world.newReset('waiting')).token } })),
  keepOwnSecondStep: signedIn(),
  answerEmailChange: anybody(async (world) => ({
    body: { token: (await world.newEmailChange()).token, agrees: true },
  })),
  refuseOwnEmailChange: signedIn(),
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
  changePassword: apart(
    signedIn(async (world, persona) => {
      await world.givePassword(persona);
      const password = 'a long new password';
      return { body: form({ old_password: PASSWORD, password, password_confirm: password }) };
    }),
  ),
  getProfile: signedIn(),
  // The role is kept: in a group or with a case it is locked.
  editProfile: signedIn(({ people }, persona) => {
    const role = persona === 'nobody' ? 'Dental Clinic' : people[persona].role;
    return { body: form({ first_name: 'Ada', last_name: 'Lovelace', role, country: 'DE' }) };
  }),
  editSettings: signedIn(() => ({ body: { use_auto_refresh: true } })),
  alarms: signedIn(),
  userPicture: parties(async (world) => ({ params: { idb64: await world.newPicture() } })),
} satisfies Record<string, Row>;
