import { randomUUID } from 'node:crypto';
import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import { encodeId } from '../../platform/http/idb64.ts';
import { SID } from '../partners.ts';
import { PASSWORD } from '../sign-in.ts';
import { apart, form, type Row, signedIn, staffOnly } from './row.ts';
import type { World } from './world.ts';

const ofRequest = async (world: World) => ({ params: { id: (await world.newConnection('REQD')).id } });
const ofConnection = async (world: World) => ({ params: { id: (await world.newConnection('ACCD')).id } });
const ofDesignation = async (world: World) => ({
  ...(await ofConnection(world)),
  body: { designation_version: 1 },
});
const ofLab = async (world: World) => ({ params: { id: await world.newLab() } });
const labForm = (more: Record<string, string> = {}) =>
  form({ name: 'Ada', email: freshEmail(), company_name: 'Lab', country: 'DE', ...more });
const freshEmail = () => `${randomUUID()}@cusp.example`;

/** Allowed for both people of a connection; their groups can see it but may not. */
const eitherPerson = (ask: Row['ask']): Row =>
  apart({
    ask,
    gets: { author: 200, recipient: 200, authorGroup: 403, recipientGroup: 403, nobody: 401, others: 404 },
  });

/** Only the owner of the author's group may. */
const ownerOnly = (ask: Row['ask']): Row =>
  apart({ ask, gets: { author: 200, authorGroup: 403, nobody: 401, others: 404 } });

/** Only the member to whom the group is offered may. */
const memberOnly = (ask: Row['ask']): Row =>
  apart({ ask, gets: { authorGroup: 200, author: 403, nobody: 401, others: 404 } });

/** Rows of labs, connections and share groups, in which the author asks the recipient and invites the stranger. */
export const PARTNER_ROWS = {
  listLabs: signedIn(),
  labLogo: signedIn(async (world) => ({ params: { labId: await world.newLab() } })),
  listStaffLabs: staffOnly(STAFF_AREAS.labs),
  getStaffLab: staffOnly(STAFF_AREAS.labs, ofLab),
  staffLabLogo: staffOnly(STAFF_AREAS.labs, ofLab),
  registerLab: staffOnly(STAFF_AREAS.labs, () => ({ body: labForm() })),
  editLab: staffOnly(STAFF_AREAS.labs, async (world) => {
    const { params } = await ofLab(world);
    const lab = await (await world.client('staff')).get(`/v1/cs/labs/${params.id}/`);
    return { params, body: labForm({ version: lab.json().version }) };
  }),
  removeLabs: staffOnly(STAFF_AREAS.labs, async (world) => ({ body: { ids: [await world.newLab()] } })),
  listStaffCases: staffOnly(STAFF_AREAS.cases, async (world) => ({
    query: `?search=${(await world.newCase()).no}`,
  })),
  listStaffConnections: staffOnly(STAFF_AREAS.connections),
  designateConnection: apart(staffOnly(['staff'], ofDesignation)),
  releaseConnection: apart(staffOnly(['staff'], ofDesignation)),
  getStaffGroup: apart(
    staffOnly(STAFF_AREAS.groups, async (world) => ({
      params: { id: (await world.newInvitation()).groupId },
    })),
  ),
  listConnections: signedIn(),
  requestLabConnection: apart(signedIn(async (world) => ({ params: { labId: await world.newLab() } }))),
  requestConnection: apart({
    ask: async (world) => ({ ...(await ofRequest(world)), body: { email: '' } }),
    gets: { author: 200, recipient: 200, nobody: 401, others: 404 },
  }),
  acceptConnection: apart({
    ask: async (world) => {
      const { id, token } = await world.newConnection('REQD');
      return { params: { cidb64: encodeId(id), token }, query: `?srv_loc=${SID}` };
    },
    gets: { recipient: 200, nobody: 401, others: 400 },
  }),
  rejectConnection: apart({
    ask: ofRequest,
    gets: { recipient: 200, author: 403, nobody: 401, others: 404 },
  }),
  editConnection: eitherPerson(async (world) => ({ ...(await ofConnection(world)), body: { alias: 'x' } })),
  removeConnection: eitherPerson(ofConnection),

  groupUsers: signedIn(),
  createGroup: apart({
    ask: () => ({ body: { name: 'Team' } }),
    gets: { author: 400, authorGroup: 400, recipient: 400, recipientGroup: 400, nobody: 401, others: 200 },
  }),
  editGroup: ownerOnly(async (world) => ({
    params: { id: (await world.newInvitation()).groupId },
    body: { name: 'Renamed' },
  })),
  removeGroup: ownerOnly(async (world) => ({ params: { id: (await world.newInvitation()).groupId } })),
  offerGroup: ownerOnly(async (world, persona) => {
    await world.givePassword(persona);
    const { groupId, memberId } = await world.newInvitation();
    return { params: { id: groupId }, body: { member: memberId, password: PASSWORD } };
  }),
  withdrawGroupOffer: ownerOnly(async (world) => ({ params: { id: await world.newGroupOffer() } })),
  acceptGroupOffer: memberOnly(async (world) => ({ params: { id: await world.newGroupOffer() } })),
  declineGroupOffer: memberOnly(async (world) => ({ params: { id: await world.newGroupOffer() } })),
  inviteToGroup: ownerOnly(async (world) => ({
    params: { sg_id: (await world.newInvitation()).groupId, id: 0 },
    body: { email: freshEmail() },
  })),
  acceptGroup: apart({
    ask: async (world) => {
      const { id, token } = await world.newInvitation();
      return { params: { sguidb64: encodeId(id), token }, query: `?srv_loc=${SID}` };
    },
    gets: { stranger: 200, nobody: 401, others: 400 },
  }),
  rejectGroup: apart({
    ask: async (world) => ({ params: { id: (await world.newInvitation()).id } }),
    gets: { stranger: 200, author: 403, nobody: 401, others: 404 },
  }),
  removeGroupUser: apart({
    ask: async (world) => ({ params: { id: (await world.newInvitation()).memberId } }),
    gets: { author: 200, authorGroup: 200, nobody: 401, others: 404 },
  }),
  statistics: staffOnly(STAFF_AREAS.dashboard),
  userLocations: staffOnly(STAFF_AREAS.userLocations),
  peopleOfCountry: staffOnly(STAFF_AREAS.userLocations, () => ({ query: '?country=DE' })),
} satisfies Record<string, Row>;
