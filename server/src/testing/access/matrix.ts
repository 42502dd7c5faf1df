import { randomUUID } from 'node:crypto';
import { pathOf } from '@cusp/contract/endpoint';
import { ENDPOINTS, type EndpointName } from '@cusp/contract/endpoints';
import { orderFields } from '../order-edits.ts';
import type { Persona, World } from './world.ts';

interface Try {
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
}

export interface Row {
  /** What is asked, on fresh data for each persona. */
  ask(world: World): Try | Promise<Try>;
  /** The status each persona gets; `others` are the personas not named. */
  gets: { [P in Persona]?: number } & { others: number };
  /** An endless answer: only its head is read. */
  stream?: boolean;
}

const PARTIES = ['author', 'authorGroup', 'recipient', 'recipientGroup'] as const;

const anybody = (ask: Row['ask'], status = 200): Row => ({ ask, gets: { others: status } });
const signedIn = (ask: Row['ask'] = () => ({}), status = 200): Row => ({
  ask,
  gets: { nobody: 401, others: status },
});
/** Both sides of a case may, everybody else learns nothing. */
const parties = (ask: Row['ask'], but: { [P in Persona]?: number } = {}): Row => ({
  ask,
  gets: {
    ...Object.fromEntries(PARTIES.map((persona) => [persona, 200])),
    ...but,
    nobody: 401,
    others: 404,
  },
});
const authorOnly = (ask: Row['ask'], status = 200): Row => ({
  ask,
  gets: { author: status, nobody: 401, others: 404 },
});

const ofCase =
  (more: Try = {}) =>
  async (world: World) => ({ params: { id: (await world.newCase()).id }, ...more });
const ofDraft =
  (more: Try = {}) =>
  async (world: World) => ({ params: { id: (await world.newDraft()).id }, ...more });
const ofFile = async (world: World) => ({ params: { id: (await world.newCase()).fileId } });
const ofUpload = async (world: World) => ({ params: { upload: await world.newUpload() } });
const ofComment =
  (more: Try = {}) =>
  async (world: World) => ({
    params: { id: (await world.newCase()).commentId },
    ...more,
  });
const NOWHERE = { id: 15 };
const OF_CONNECTION = { query: `?connection=${randomUUID()}` };
const LINK = { cidb64: 'MTU', sguidb64: 'MTU', token: 'x'.repeat(43) };

/** Who may enter what. An endpoint without a row does not compile. */
export const MATRIX: Record<EndpointName, Row> = {
  appInfo: anybody(() => ({})),
  humanCheck: anybody(() => ({})),
  defaultCountry: anybody(() => ({})),
  signup: anybody(() => ({ body: new FormData() }), 400),
  validateField: anybody(() => ({
    query: '?form=signup&field=username',
    body: form({ username: 'x@cusp.example' }),
  })),
  activate: anybody(() => ({ body: { uidb64: 'MTU', token: 'x' } }), 400),
  requestActivate: anybody(() => ({ body: { uid: 'MTU' } })),
  // An address of its own for each try: guesses at one account are slowed down.
  login: anybody(() => ({ body: { username: `${randomUUID()}@cusp.example`, password: 'wrong-one' } }), 401),
  refreshSession: anybody(() => ({ body: {} }), 401),
  logout: anybody(() => ({ body: {} })),
  requestPasswordReset: anybody(() => ({ body: { email: 'x@cusp.example' } })),
  validateResetToken: anybody(() => ({ body: { token: 'x' } }), 400),
  confirmPasswordReset: anybody(() => ({ body: { token: 'x', password: 'a long new password' } }), 400),
  requestPhoneVerification: anybody(() => ({ body: { phone: '+49 900 1234567' } }), 400),
  verifyPhoneCode: anybody(() => ({ body: { phone: '+4989123456', otp: '000000' } }), 400),
  // A browser window is led on to a page that says what is wrong.
  socialStart: anybody(() => ({ params: { provider: 'google' } }), 303),
  socialReturn: anybody(() => ({ params: { backend: 'google-oauth2' }, query: '?state=x&code=y' }), 303),
  socialComplete: anybody(() => ({ params: { backend: 'facebook' }, body: {} }), 303),
  socialLink: anybody(() => ({ body: { password: 'wrong-one' } }), 400),
  socialValidateState: anybody(() => ({ query: '?state=x' }), 400),
  socialOtp: anybody(() => ({ body: { code: 'x'.repeat(43), codeVerifier: 'x'.repeat(43) } }), 400),
  suggestAddresses: anybody(() => ({ body: { text: 'Hafen', language: 'de', form: randomUUID() } })),
  setLanguage: anybody(() => ({ body: { language: 'de' } })),

  checkSession: signedIn(),
  listSessions: signedIn(),
  endSession: signedIn(() => ({ params: { sessionId: randomUUID() }, body: {} }), 404),
  endOtherSessions: signedIn(() => ({ body: {} })),
  securityState: signedIn(),
  beginApp: signedIn(() => ({ body: {} })),
  confirmApp: signedIn(() => ({ body: { code: 'nonsense' } }), 400),
  removeApp: signedIn(() => ({ body: {} }), 404),
  renewRecoveryCodes: signedIn(() => ({ body: {} }), 404),
  passkeyCreation: signedIn(() => ({ body: {} }), 409),
  addPasskey: signedIn(() => ({ body: { name: 'Key' } }), 400),
  renamePasskey: signedIn(() => ({ params: NOWHERE, body: { name: 'Key' } }), 404),
  removePasskey: signedIn(() => ({ params: NOWHERE, body: {} }), 404),
  undoSecondStep: anybody(() => ({ body: { token: 'x' } }), 400),
  loginByCode: anybody(() => ({ body: { token: 'x', code: '123456' } }), 401),
  passkeyRequest: anybody(() => ({ body: { token: 'x' } }), 409),
  loginByPasskey: anybody(() => ({ body: {} }), 400),
  changePassword: signedIn(() => ({ body: new FormData() }), 400),
  getProfile: signedIn(),
  editProfile: signedIn(() => ({ body: new FormData() }), 400),
  editSettings: signedIn(() => ({ body: { use_auto_refresh: true } })),
  alarms: signedIn(),
  userPicture: signedIn(() => ({ params: { idb64: 'MTU' } }), 404),

  listCases: signedIn(),
  userFilters: signedIn(),
  getCase: parties(ofCase()),
  getCaseByNo: parties(async (world) => ({ params: { no: (await world.newCase()).no } })),
  getCaseContent: parties(ofCase()),
  openCase: parties(ofCase()),
  orderForm: parties(ofCase()),
  changeStatus: parties(ofCase({ body: { action: 'PROC' } }), { author: 409, authorGroup: 409 }),
  getAssignee: parties(ofCase()),
  changeAssignee: parties(ofCase({ body: { assignee_id: null } }), { author: 403, authorGroup: 403 }),
  removeCases: parties(ofCase(), { authorGroup: 403, recipient: 403, recipientGroup: 403 }),
  undoRemoveCases: parties(async (world) => ({ params: { id: (await world.newDeletion()).id } }), {
    authorGroup: 403,
    recipient: 403,
    recipientGroup: 403,
  }),
  casePeople: parties(ofCase()),

  beHere: parties(ofCase({ body: { visit: randomUUID(), typing: true } })),
  leaveCase: parties(ofCase({ query: `?visit=${randomUUID()}` })),

  listComments: parties(ofCase()),
  seeComments: parties(async (world) => {
    const { id, commentId } = await world.newCase();
    return { params: { id }, body: { commentIds: [commentId] } };
  }),
  addComment: parties(ofCase({ body: { comment: 'Hello' } })),
  editComment: parties(ofComment({ body: { comment: 'Hello again' } }), {
    authorGroup: 403,
    recipient: 403,
    recipientGroup: 403,
  }),
  removeComment: parties(ofComment(), { authorGroup: 403, recipient: 403, recipientGroup: 403 }),

  listFiles: parties(ofCase()),
  uploadFile: parties(ofCase({ body: new FormData() }), {
    author: 400,
    authorGroup: 400,
    recipient: 400,
    recipientGroup: 400,
  }),
  uploadDone: parties(ofCase()),
  listUploads: parties(ofCase()),
  // Without its headers it is no request of the protocol.
  beginUpload: parties(ofCase({ body: {} }), {
    author: 412,
    authorGroup: 412,
    recipient: 412,
    recipientGroup: 412,
  }),
  uploadState: authorOnly(ofUpload, 412),
  sendPart: authorOnly(ofUpload, 412),
  dropUpload: authorOnly(ofUpload, 412),
  fileUrls: signedIn(() => ({ query: '?ids=15' })),
  downloadFile: parties(ofFile),
  lightCopy: parties(ofFile),
  removeFile: parties(ofFile, { authorGroup: 403, recipient: 403, recipientGroup: 403 }),
  setUnit: parties(async (world) => ({ params: await world.newScan(), body: { unit: 'inch' } })),
  markFront: parties(ofCase({ body: { orientation: null } })),
  setScan: parties(async (world) => ({ ...(await ofFile(world)), body: { scan: null } })),
  setMetadata: parties(async (world) => ({ ...(await ofFile(world)), body: { keep: true } }), {
    authorGroup: 403,
    recipient: 403,
    recipientGroup: 403,
  }),
  prepareDownloadAll: parties(ofCase()),
  downloadAll: signedIn(
    async (world) => ({ params: { id: (await world.newCase()).id, idb64: 'MTU' }, query: '?filename=x.zip' }),
    404,
  ),

  listDrafts: signedIn(),
  listRecipients: signedIn(),
  createDraft: signedIn(() => ({ body: { key: crypto.randomUUID() } })),
  getDraft: authorOnly(ofDraft()),
  saveDraft: authorOnly(ofDraft({ body: { version: 1, fields: emptyDraft() } })),
  discardDraft: authorOnly(ofDraft()),
  sendDraft: authorOnly(ofDraft({ body: { version: 1 } }), 409),

  getOrder: parties(ofCase(), { recipient: 403, recipientGroup: 403 }),
  editOrder: parties(
    ofCase({
      body: {
        version: 1,
        proposal: null,
        as: 'change',
        fields: {
          ...orderFields(),
          patient: { firstname: 'Jo', lastname: 'New', sex: null, birthdate: null },
        },
      },
    }),
    { recipient: 403, recipientGroup: 403 },
  ),
  answerProposal: parties(
    async (world) => ({ params: await world.newProposal(), body: { version: 1, answer: 'accept' } }),
    { author: 403, authorGroup: 403 },
  ),
  withdrawProposal: parties(async (world) => ({ params: await world.newProposal() }), {
    recipient: 403,
    recipientGroup: 403,
  }),

  statusCounts: signedIn(),
  restorationCounts: signedIn(),
  activities: signedIn(),
  todayCounts: signedIn(),
  weekCounts: signedIn(),
  labSoftware: signedIn(() => ({ params: { idb64: 'MTU' } }), 404),

  listLabs: signedIn(),
  labLogo: signedIn(() => ({ params: { labId: NOWHERE.id } }), 404),
  listConnections: signedIn(),
  requestLabConnection: signedIn(() => ({ params: { labId: NOWHERE.id } }), 404),
  requestConnection: signedIn(() => ({ params: { id: 0 }, body: { email: 'nonsense' } }), 400),
  acceptConnection: signedIn(() => ({ params: LINK, query: '?srv_loc=VVM' }), 400),
  rejectConnection: signedIn(() => ({ params: NOWHERE }), 404),
  editConnection: signedIn(() => ({ params: NOWHERE, body: { alias: 'x' } }), 404),
  removeConnection: signedIn(() => ({ params: NOWHERE }), 404),

  groupUsers: signedIn(),
  createGroup: signedIn(() => ({ body: { name: '' } }), 400),
  editGroup: {
    ask: (world) => ({ params: { id: world.authorGroupId }, body: { name: 'Renamed' } }),
    gets: { author: 200, authorGroup: 403, nobody: 401, others: 404 },
  },
  removeGroup: {
    ask: () => ({ params: NOWHERE }),
    gets: { nobody: 401, others: 404 },
  },
  inviteToGroup: {
    ask: (world) => ({ params: { sg_id: world.authorGroupId, id: 0 }, body: { email: 'nonsense' } }),
    gets: { author: 400, authorGroup: 403, nobody: 401, others: 404 },
  },
  acceptGroup: signedIn(() => ({ params: LINK, query: '?srv_loc=VVM' }), 400),
  rejectGroup: signedIn(() => ({ params: NOWHERE }), 404),
  removeGroupUser: signedIn(() => ({ params: NOWHERE }), 404),

  listShares: parties(ofCase()),
  createShare: parties(
    ofCase({ body: { key: randomUUID(), recipient: 'Dr. Far', days: 7, allows_download: false } }),
  ),
  // The author's side may revoke every link, the recipient's side its own.
  revokeShare: {
    ask: async (world) => ({ params: { id: (await world.newShare()).id } }),
    gets: { author: 200, authorGroup: 200, nobody: 401, others: 404 },
  },
  sharedCase: anybody(() => ({ query: `?data=${'x'.repeat(43)}` }), 404),
  sharedFileUrls: anybody(() => ({ query: `?data=${'x'.repeat(43)}&ids=15` }), 404),
  sharedFile: anybody(() => ({ params: NOWHERE, query: '?grant=x' }), 404),
  sharedLightCopy: anybody(() => ({ params: NOWHERE, query: '?grant=x' }), 404),
  sharedZipUrl: anybody(() => ({ query: `?data=${'x'.repeat(43)}` }), 404),
  sharedZip: anybody(() => ({ query: '?grant=x' }), 404),
  requestOtp: parties(async (world) => ({ body: { callfrom: 'phone', postId: (await world.newCase()).id } })),
  listHandoffs: parties(ofCase()),
  endHandoff: authorOnly(async (world) => ({ params: { handoff: await world.newHandoff() } })),
  openHandoff: anybody(() => ({ body: { code: 'x'.repeat(43) } }), 410),
  // The device's cookie opens these, and no session does.
  handoffCase: anybody(() => ({}), 401),
  handoffPhoto: anybody(ofFile, 401),
  addHandoffPhoto: anybody(() => ({ ...OF_CONNECTION, body: new FormData() }), 401),
  handoffPhotosDone: anybody(() => OF_CONNECTION, 401),
  addHandoffComment: anybody(
    () => ({ ...OF_CONNECTION, body: { comment: 'Hello', key: randomUUID() } }),
    401,
  ),
  leaveHandoff: anybody(() => OF_CONNECTION, 401),
  caseHistory: parties(ofCase()),

  eventStream: { ask: () => ({}), gets: { nobody: 401, others: 200 }, stream: true },
};

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

function emptyDraft() {
  return {
    recipientId: null,
    patient: { firstname: '', lastname: '', sex: null, birthdate: null },
    numberSystem: 'FDI',
    restorations: [],
    noRestorationReason: '',
    deliveryDate: null,
    note: '',
    scansFollow: false,
  };
}

/** The request of one try, ready to be sent. */
export function requestOf(name: EndpointName, { params, query, body }: Try) {
  const found = ENDPOINTS.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not in the contract`);
  return { method: found.endpoint.method, url: pathOf(found.endpoint, params) + (query ?? ''), body };
}
