import { ENDPOINTS } from '@cusp/contract/endpoints';
import { MASK } from '@cusp/contract/patient';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { statusFor } from './testing/access/row.ts';
import { createWorld } from './testing/access/world.ts';
import { VIEW_FILTERS } from './testing/case-lists.ts';
import { TEMPLATE_FIELDS } from './testing/draft-forms.ts';
import { createUser } from './testing/factories.ts';
import { crown, orderFields } from './testing/order-edits.ts';
import { ask, invitedPair } from './testing/partners.ts';
import { wish } from './testing/sharing.ts';
import { supportClient } from './testing/support.ts';
import { type Client, openTestApp } from './testing/test-app.ts';
import { begun } from './testing/tus.ts';
import { stl, upload } from './testing/uploads.ts';

/** Part of every seeded text about a patient, and a birth date that occurs nowhere else. */
const SECRET = /zqx|1903-0[45]-0[67]/i;
/** Random characters, which may spell anything; longer than a seeded word. */
const TOKEN = /[\w-]{40,}/g;
const t = await openTestApp();
const world = await createWorld(t);
const { author, recipient, supportRead } = world.people;
/** A restoration in the sender's own words, into which people write names. */
const OWN_WORDS = {
  type: 'Zqx bar',
  material: 'Zqx alloy',
  shade: 'Zqx',
  meant: ['shade_unusual::Zqx', 'stump_shade_unusual::Zqx'],
};
const masked = await supportClient(t, supportRead, author);
const seeing = await supportClient(t, supportRead, author, { seesPatients: true });

/** A case with everything that a reply can contain. */
const rich = await seedRichCase();
await world.newDraft();
await seedPresets();

/** A view and a template of the author with own words for a restoration. */
async function seedPresets(): Promise<void> {
  const own = await t.as(author);
  const { type, material, shade } = OWN_WORDS;
  const filters = { ...VIEW_FILTERS, restoration: type, material };
  const restorations = [{ type, material, shade, stumpShade: shade, teeth: [11], arch: null }];
  const presets = [
    await own.post('/v1/user/views/', { name: 'Zqx view', filters, is_shared: false }),
    await own.post('/v1/user/templates/', {
      name: 'Zqx template',
      fields: { ...TEMPLATE_FIELDS, restorations },
      is_shared: false,
    }),
  ];
  for (const { statusCode, body } of presets) expect(statusCode, body).toBe(200);
}

async function seedRichCase(): Promise<number> {
  const [own, lab] = [await t.as(author), await t.as(recipient)];
  const { id } = await world.newCase();
  const scan = (await upload(own, id, stl(2), 'zqx-upper.stl')).json().id;
  await upload(own, id, stl(3), 'zqx-upper.stl');
  await own.put(`/v1/cases/${id}/files/upload-done/`);
  await begun(own, id, 'zqx-lower.stl', 84);
  await own.put(`/v1/files/${scan}/scan/`, { scan: { role: 'antagonist', jaw: 'lower', tooth: null } });
  const place = {
    point: [1, 2, 3],
    normal: [0, 0, 1],
    view: { orientation: [0, 0, 0, 1], target: [1, 2, 3], span: 20, layers: { 'upper-jaw': 100 } },
  };
  const comments = [
    await lab.post(`/v1/cases/${id}/comment/`, { comment: 'zqx margin', pin: { ...place, file_id: scan } }),
    await own.post(`/v1/cases/${id}/comment/`, { comment: 'zqx look', file_id: scan }),
  ];
  const changes = [
    await own.put(`/v1/cases/${id}/order/`, edit(1, 'change', '1903-04-06')),
    await lab.put(`/v1/cases/${id}/status/`, { action: 'PROC' }),
    await own.put(`/v1/cases/${id}/order/`, edit(2, 'proposal', '1903-05-07')),
    await own.post(`/v1/cases/${id}/share/`, wish({ recipient: 'zqx family' })),
  ];
  for (const { statusCode, body } of [...comments, ...changes]) expect(statusCode, body).toBe(200);
  return id;
}

function edit(version: number, as: 'change' | 'proposal', birthdate: string) {
  const patient = { firstname: `zqxa${version}`, lastname: `zqxb${version}`, sex: 'F', birthdate };
  const restorations = [crown({ ...OWN_WORDS, type: `Zqx bar ${version}`, stumpShade: 'Zqx' })];
  return {
    version,
    proposal: null,
    as,
    fields: { ...orderFields({ note: `zqx note ${version}`, restorations }), patient },
  };
}

/** Adds patient data to all existing objects. */
async function seed(): Promise<void> {
  const { db } = t.services;
  await db
    .updateTable('dental_case')
    .set({
      patient_first: 'Zqxfirst',
      patient_last: 'Zqxlast',
      patient_sex: 'F',
      patient_birth: '1903-04-06',
      note: 'Zqx note',
      no_restoration_reason: 'Zqx reason',
    })
    .execute();
  await db
    .updateTable('restoration')
    .set({ ...OWN_WORDS, stump_shade: 'Zqx', display_name: 'Zqx word', tooth_text: 'Zqx tooth' })
    .execute();
  await db.updateTable('case_comment').set({ body: 'Zqx comment' }).execute();
  await db.updateTable('connection').set({ message: 'Zqx message' }).execute();
  await sql`update case_file set filename = 'zqx-' || filename where filename not like 'zqx-%'`.execute(db);
  await sql`update upload set filename = 'zqx-' || filename where filename not like 'zqx-%'`.execute(db);
}

const readable = ENDPOINTS.filter(
  ({ name, endpoint }) =>
    endpoint.access !== 'public' &&
    !MATRIX[name].stream &&
    statusFor(MATRIX[name], 'supportRead', endpoint) < 300,
);

/** Replies of an endpoint to the two sessions: for the object in its row, and for the rich case. */
async function replies(name: (typeof readable)[number]['name']) {
  const asked = await MATRIX[name].ask(world, 'supportRead');
  await seed();
  const requests = [requestOf(name, asked)];
  if (/^\/heclore\/v1\/cases\/\d+\//.test(requests[0]?.url ?? ''))
    requests.push(requestOf(name, { ...asked, params: { ...asked.params, id: rich } }));
  const texts = { masked: '', seen: '' };
  for (const { method, url } of requests) {
    for (const [who, client] of [
      ['masked', masked],
      ['seen', seeing],
    ] as const) {
      const reply = await t.app.inject({ method, url, headers: { authorization: `Bearer ${client.token}` } });
      expect(reply.statusCode, `${url} ${reply.body.slice(0, 200)}`).toBe(200);
      texts[who] += (reply.body + JSON.stringify(reply.headers)).replace(TOKEN, '');
    }
  }
  return texts;
}

/** Endpoints in which a patient is seen with the customer's consent: proof that the seeds reach them. */
const WITH_PATIENTS = [
  'activities',
  'caseHistory',
  'getCase',
  'getCaseByNo',
  'getCaseContent',
  'getDraft',
  'getOrder',
  'lastUsed',
  'listCases',
  'listComments',
  'listConnections',
  'listDrafts',
  'listFiles',
  'listTemplates',
  'listUploads',
  'listViews',
  'needyCases',
  'restorationCounts',
  'userFilters',
];

test('no reply to a masked support session has a patient in it', async () => {
  const seen: string[] = [];
  for (const { name } of readable) {
    const { masked: hidden, seen: open } = await replies(name);
    const at = hidden.search(SECRET);
    expect(at < 0 ? '' : hidden.slice(Math.max(0, at - 80), at + 20), name).toBe('');
    if (SECRET.test(open)) seen.push(name);
  }
  expect(seen.toSorted()).toEqual(WITH_PATIENTS);
});

test('masked replies keep what support needs: numbers, people, status and counts', async () => {
  await seed();
  const dentalCase = (await masked.get(`/v1/cases/${rich}/all/`)).json();
  expect(dentalCase).toMatchObject({
    status: { code: 'PROC' },
    patient: { firstname: MASK, lastname: MASK, sex: null, birdt: null },
    note: MASK,
    comments: [
      { text: MASK, pin: null },
      { text: MASK, mentions: [], pin: { no: 1, file: { filename: MASK } } },
      { text: MASK },
    ],
  });
  expect(dentalCase.no).toMatch(/^\d{4}-/);
  expect(dentalCase.files.every((file: { filename: string }) => file.filename === MASK)).toBe(true);
});

test('a masked search finds case numbers and says nothing about patients', async () => {
  await seed();
  const { no } = (await masked.get(`/v1/cases/${rich}/all/`)).json();
  const find = async (client: typeof masked, search: string) => {
    const reply = await client.get(`/v1/cases/?search=${encodeURIComponent(search)}`);
    const { posts, page } = reply.json();
    return [posts.length, page.total_num];
  };
  for (const search of [
    'Zqxfirst',
    'zqx',
    'q',
    'comment',
    '1903',
    `${no} Zqxlast`,
    no.slice(0, 9),
    '%',
    ' zqx ',
  ]) {
    expect(await find(masked, search), search).toEqual([0, 0]);
    if (/zqx/i.test(search)) expect((await find(seeing, search))[0], search).toBeGreaterThan(0);
  }
  for (const search of [no, no.toLowerCase(), ` ${no} `]) expect(await find(masked, search)).toEqual([1, 1]);
});

test('a masked filter finds restorations by codes of the catalogue, and by own words nothing', async () => {
  await seed();
  await world.newCase();
  const find = async (client: typeof masked, filter: string) => {
    const { posts } = (await client.get(`/v1/cases/?${filter}`)).json();
    const { days, undated } = (
      await client.get(`/v1/cases/days/?from=2026-12-01&to=2026-12-07&${filter}`)
    ).json();
    return [posts.length > 0, days.length > 0 || undated > 0];
  };
  for (const filter of ['restoration=Zqx+bar', 'material=Zqx+alloy', 'restoration=Zqx+bar&material=zirconia'])
    expect(await find(masked, filter), filter).toEqual([false, false]);
  expect(await find(seeing, 'restoration=Zqx+bar&material=Zqx+alloy')).toEqual([true, true]);
  expect(await find(masked, 'restoration=crown&material=zirconia')).toEqual([true, true]);
});

test('a masked search of connections does not find words of their messages', async () => {
  await seed();
  const find = async (client: typeof masked) => {
    const { connections } = (await client.get('/v1/connections/?search=Zqx')).json();
    return connections.pending.length + connections.accepted.length;
  };
  expect(await find(masked)).toBe(0);
  expect(await find(seeing)).toBeGreaterThan(0);
});

test('support learns that an invitation is open, and not the token that accepts it', async () => {
  const { invited } = await invitedPair(t);
  await ask(t, await createUser(t.services), invited.email);
  const own = await t.as(invited);
  const tokensOf = async (client: Client) => {
    const { connections } = (await client.get('/v1/connections/')).json();
    const { sg_users } = (await client.get('/v1/group/users/')).json();
    return [connections, sg_users].map(
      ({ pending }) => pending.find((row: { Im_invited: boolean }) => row.Im_invited)?.accept_token,
    );
  };
  for (const token of await tokensOf(own)) expect(token).toMatch(/^[\w-]{43}$/);
  for (const seesPatients of [false, true]) {
    const client = await supportClient(t, supportRead, invited, { seesPatients });
    expect(await tokensOf(client)).toEqual([MASK, MASK]);
  }
});

test('the live stream names ids and no patient', async () => {
  const { id } = await world.newCase();
  await (await t.as(author)).post(`/v1/cases/${id}/comment/`, { comment: 'zqx live' });
  const rows = await t.services.db.selectFrom('event').select(['ids', 'name', 'action_id']).execute();
  expect(SECRET.test(JSON.stringify(rows))).toBe(false);
});
