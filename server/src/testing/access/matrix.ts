import { randomUUID } from 'node:crypto';
import { pathOf } from '@cusp/contract/endpoint';
import { ENDPOINTS, type EndpointName } from '@cusp/contract/endpoints';
import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import { PART_TYPE } from '@cusp/contract/uploads.routes';
import { encodeId } from '../../platform/http/idb64.ts';
import { VIEW_FILTERS } from '../case-lists.ts';
import { TEMPLATE_FIELDS } from '../draft-forms.ts';
import { orderFields } from '../order-edits.ts';
import { STATEMENT_FIELDS } from '../statements.ts';
import { metadata, TUS } from '../tus.ts';
import { formWith, stl } from '../uploads.ts';
import { ACCOUNT_ROWS } from './account-rows.ts';
import { DEVICE_ROWS } from './device-rows.ts';
import { PARTNER_ROWS } from './partner-rows.ts';
import {
  authorOnly,
  never,
  ofCase,
  ofComment,
  ofDraft,
  ofFile,
  ofUpload,
  parties,
  type Row,
  signedIn,
  staffOnly,
  type Try,
} from './row.ts';
import { SHEET_ROWS } from './sheet-rows.ts';
import { SUPPORT_ROWS } from './support-rows.ts';
import { USER_ROWS } from './user-rows.ts';
import { VISITOR_ROWS } from './visitor-rows.ts';

/** A browser's push subscription; the key is that of the example in RFC 8291. */
const PUSH_SUBSCRIPTION = {
  endpoint: 'https://push.example.net/send/1',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** The personas that may use each endpoint. An endpoint without a row does not compile. */
export const MATRIX: Record<EndpointName, Row> = {
  ...ACCOUNT_ROWS,
  ...DEVICE_ROWS,

  listCases: signedIn(),
  listCaseDays: signedIn(() => ({ query: '?from=2026-12-01&to=2026-12-07' })),
  userFilters: signedIn(),
  getCase: parties(ofCase()),
  getCaseByNo: parties(async (world) => ({ params: { no: (await world.newCase()).no } })),
  getCaseContent: parties(ofCase()),
  openCase: parties(ofCase()),
  orderForm: parties(ofCase()),
  orderForms: parties(async (world) => ({ query: `?nos=${(await world.newCase()).no}` })),
  changeStatus: parties(ofCase({ body: { action: 'PROC' } }), { author: 409, authorGroup: 409 }),
  getAssignee: parties(ofCase()),
  changeAssignee: parties(ofCase({ body: { assignee_id: null } }), { author: 403, authorGroup: 403 }),
  removeCases: parties(ofCase(), { authorGroup: 403, recipient: 403, recipientGroup: 403 }),
  undoRemoveCases: parties(async (world) => ({ params: { id: (await world.newDeletion()).id } }), {
    authorGroup: 403,
    recipient: 403,
    recipientGroup: 403,
  }),
  undoChange: parties(async (world) => ({ params: { id: await world.newUndo() } }), {
    authorGroup: 403,
    recipient: 403,
    recipientGroup: 403,
  }),
  casePeople: parties(ofCase()),

  heartbeat: parties(ofCase({ body: { visit: randomUUID(), typing: true } })),
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
  reactToComment: parties(ofComment({ body: { kind: 'done', on: true } })),
  removeComment: parties(ofComment(), { authorGroup: 403, recipient: 403, recipientGroup: 403 }),

  listFiles: parties(ofCase()),
  uploadFile: parties(async (world) => ({ ...(await ofCase()(world)), body: formWith(stl(1), 'upper.stl') })),
  uploadDone: parties(ofCase()),
  listUploads: parties(ofCase()),
  beginUpload: parties(
    ofCase({
      headers: { ...TUS, 'upload-length': '84', 'upload-metadata': metadata({ filename: 'upper.stl' }) },
    }),
    { author: 201, authorGroup: 201, recipient: 201, recipientGroup: 201 },
  ),
  uploadState: authorOnly(ofUpload({ headers: TUS })),
  sendPart: authorOnly(
    ofUpload({
      headers: { ...TUS, 'content-type': PART_TYPE, 'upload-offset': '0' },
      body: Buffer.alloc(10),
    }),
    204,
  ),
  dropUpload: authorOnly(ofUpload({ headers: TUS }), 204),
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
  downloadAll: authorOnly(async (world) => world.newZip()),

  getPush: signedIn(),
  subscribePush: signedIn(() => ({ body: PUSH_SUBSCRIPTION })),
  unsubscribePush: signedIn(),
  releaseOfflineKeys: signedIn(),
  listOfflineCases: signedIn(),
  getOfflineCase: parties(ofCase()),
  listInbox: signedIn(),
  countInbox: signedIn(),
  changeNotices: authorOnly(async (world) => ({
    body: { ids: [(await world.newNotice()).id], change: 'done' },
  })),
  changeAllNotices: signedIn(() => ({ body: { change: 'read', up_to: '1-1' } })),
  listViews: signedIn(),
  addView: signedIn(() => ({ body: { name: 'Mine', filters: VIEW_FILTERS, is_shared: false } })),
  orderViews: authorOnly(async (world) => ({ body: { ids: [(await world.newView()).id] } })),
  changeView: authorOnly(async (world) => ({ params: await world.newView(), body: { name: 'Renamed' } })),
  removeView: authorOnly(async (world) => ({ params: await world.newView() })),

  listTemplates: signedIn(),
  addTemplate: signedIn(() => ({ body: { name: 'Mine', fields: TEMPLATE_FIELDS, is_shared: false } })),
  changeTemplate: authorOnly(async (world) => ({
    params: await world.newTemplate(),
    body: { name: 'Renamed' },
  })),
  removeTemplate: authorOnly(async (world) => ({ params: await world.newTemplate() })),

  listDrafts: signedIn(),
  listRecipients: signedIn(),
  lastUsed: signedIn((world) => ({ params: { id: world.people.recipient.id } })),
  recipientCalendar: {
    ask: (world) => ({ params: { id: world.people.recipient.id } }),
    gets: { author: 200, authorGroup: 200, staffAtLogin: 404, nobody: 401, others: 404 },
  },
  createDraft: signedIn(() => ({ body: { key: crypto.randomUUID() } })),
  getDraft: authorOnly(ofDraft()),
  saveDraft: authorOnly(ofDraft({ body: { version: 1, fields: emptyDraft() } })),
  discardDraft: authorOnly(ofDraft()),
  sendDraft: authorOnly(async (world) => {
    const { id, version } = await world.newCompleteDraft();
    return { params: { id }, body: { version } };
  }),

  unsendDraft: authorOnly(async (world) => {
    const { id, version } = await world.newSent();
    return { params: { id }, body: { version } };
  }),

  duplicateCase: parties(
    async (world) => ({ params: { id: (await world.newCase()).id }, body: { key: crypto.randomUUID() } }),
    { recipient: 403, recipientGroup: 403 },
  ),
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
  needyCases: signedIn(),
  weekCounts: signedIn(),
  labSoftware: {
    ask: (world) => ({ params: { idb64: encodeId(world.people.recipient.id) } }),
    gets: { recipient: 303, nobody: 401, others: 404 },
    leadsTo: 'https://downloads.cusp.example/3disclab/install',
  },

  ...PARTNER_ROWS,

  ...VISITOR_ROWS,
  ...SHEET_ROWS,
  ...USER_ROWS,
  ...SUPPORT_ROWS,
  caseHistory: parties(ofCase()),

  listStatements: parties(ofCase()),
  statementForm: parties(ofCase(), { author: 403, authorGroup: 403 }),
  issueStatement: parties(
    async (world) => ({
      params: { id: (await world.newStatement()).case_id },
      body: { ...STATEMENT_FIELDS, key: randomUUID(), after: 1 },
    }),
    { author: 403, authorGroup: 403 },
  ),
  statementFile: parties(async (world) => ({ params: { id: (await world.newStatement()).id } })),
  keptStatements: {
    ask: async (world) => {
      await world.newStatement();
      return {};
    },
    gets: { ...signedIn().gets, authorGroup: 403, recipientGroup: 403 },
  },

  showPlan: signedIn(),
  setPlan: {
    ask: async (world) => {
      await world.resetPlans();
      return { body: { steps: [], view: 'nothing', version: 0 } };
    },
    gets: { ...signedIn().gets, authorGroup: 403, recipientGroup: 403 },
  },
  listShipments: parties(ofCase()),
  addShipment: parties(
    async (world) => ({
      params: { id: (await world.newStatement()).case_id },
      body: { key: randomUUID(), carrier: 'ups', number: '1Z999AA10123456784' },
    }),
    { author: 403, authorGroup: 403 },
  ),
  removeShipment: parties(
    async (world) => ({ params: { id: (await world.newStatement()).case_id, shipment: 1 } }),
    { author: 403, authorGroup: 403 },
  ),
  caseSteps: parties(ofCase()),
  markStep: parties(ofCase({ body: { step: 'design' } }), { author: 403, authorGroup: 403 }),
  unmarkStep: parties(
    async (world) => {
      const { id, case_id } = await world.newMark();
      return { params: { id: case_id, mark: id } };
    },
    { author: 403, authorGroup: 403 },
  ),

  moveState: signedIn(),
  planMove: signedIn(() => ({ query: '?country=US' })),
  startMove: never('there is one region: moving.test.ts', {
    ask: () => ({ body: { country: 'DE' } }),
    gets: { nobody: 401, others: 409 },
  }),
  cancelMove: {
    ask: async (world) => {
      await world.newMove(world.people.author);
      return {};
    },
    gets: { author: 200, nobody: 401, others: 404 },
    ownWorld: true,
  },
  moveCertificate: never('nobody has moved: moving.test.ts', {
    ask: () => ({}),
    gets: { nobody: 401, others: 404 },
  }),
  moveCertificatePaper: never('nobody has moved: moving.test.ts', {
    ask: () => ({}),
    gets: { nobody: 401, others: 404 },
  }),
  staffMoves: staffOnly(STAFF_AREAS.userLocations),
  steerMove: staffOnly(STAFF_AREAS.support, async (world) => ({
    params: { id: await world.newMove() },
    body: { action: 'cancel' },
  })),

  guestCases: signedIn(),
  startVisit: never('the other region is asked: region-visit.test.ts', {
    ask: () => ({ body: { codeChallenge: 'c'.repeat(43) } }),
    gets: { nobody: 401, others: 404 },
  }),

  eventStream: { ask: () => ({}), gets: { nobody: 401, others: 200 }, stream: true },
};

function emptyDraft() {
  return {
    recipientId: null,
    patient: { firstname: '', lastname: '', sex: null, birthdate: null },
    numberSystem: 'FDI',
    restorations: [],
    noRestorationReason: '',
    deliveryDate: null,
    appointment: null,
    note: '',
    scansFollow: false,
  };
}

/** The request of one attempt, ready to be sent. */
export function requestOf(name: EndpointName, { params, query, body, headers = {} }: Try) {
  const found = ENDPOINTS.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not in the contract`);
  return {
    method: found.endpoint.method,
    url: pathOf(found.endpoint, params) + (query ?? ''),
    body,
    headers,
  };
}
