import { gunzipSync } from 'node:zlib';
import type { Share, SharedCase } from '@cusp/contract/sharing';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writePly, writeStl } from '@cusp/fixtures/write-mesh';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { EXIF_WORDS, exifSegment, heic, jpeg, png } from '../../testing/pictures.ts';
import { openSharing, wish } from '../../testing/sharing.ts';
import { auditOf } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { upload } from '../../testing/uploads.ts';
import { makeLightCopy } from '../light-copies/make-light-copy.ts';
import { grantFor } from './share-grant.ts';

const { t, people, open, share } = await openSharing();

const PATIENT = /Theodora|Lindqvist|19610405|48\.137/;
const JAW = writeStl(generateJaw({ jaw: 'upper', seed: 1, triangles: 2000, prepared: [] }).mesh);
JAW.write('Lindqvist^Theodora 19610405', 0, 'latin1');
const PHOTO = jpeg({ segments: [exifSegment(6)] });
const ZIP = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\0', 'latin1'),
  Buffer.alloc(20),
  Buffer.from('\x05\0\0\0a.stl'),
]);
const XML = '<order><patient>Theodora Lindqvist</patient></order>';

/** Files that may identify the patient, one of each kind. */
const TELLING: readonly [name: string, content: Buffer | string][] = [
  ['order.pdf', '%PDF-1.7 Theodora'],
  ['order.xml', XML],
  ['scan.qcproject', 'Theodora'],
  ['order.dentalproject', XML],
  ['order.constructioninfo', XML],
  ['order.xorder', XML],
  ['packed.zip', ZIP],
  ['packed.3oxz', ZIP],
  ['scan.dcm', `<HPS version="1.1"><Patient>Theodora</Patient>`],
  ['slice.dcm', `${'\0'.repeat(128)}DICM Theodora`],
  ['list.csv', 'Theodora;16'],
  ['note.txt', 'Theodora'],
  ['line.pts', '1 2 3\n'],
  ['look.mtl', 'newmtl Theodora\nKd 1 1 1\n'],
  ['drawing.svg', '<svg><!-- Theodora --></svg>'],
  ['film.gif', 'GIF89a\x01\0\x01\0 Theodora'],
  ['damaged.png', Buffer.concat([png().subarray(0, 40), Buffer.from('Theodora')])],
];
/** Files that do not identify the patient once they are cleaned. */
const BARE: readonly [name: string, content: Buffer | string][] = [
  ['upperjaw.stl', JAW],
  [
    'lower.ply',
    'ply\nformat ascii 1.0\ncomment Theodora\nelement vertex 1\nproperty float x\nend_header\n1\n',
  ],
  ['bite.obj', '# Theodora\nv 1 2 3\nv 1 2 4\n'],
  ['16-margin.xyz', '# Theodora\n1 2 3\n'],
  ['front.jpg', PHOTO],
  ['side.heic', heic()],
  ['Preview3D.png', png({ extra: [['tEXt', 'Author\0Theodora']] })],
];

async function newCase(files: readonly (readonly [string, Buffer | string])[] = []) {
  const { author, recipient } = people;
  const dentalCase = await createCase(t.services, {
    author,
    recipient,
    patient_first: 'Theodora',
    patient_last: 'Lindqvist',
  });
  await t.services.db
    .updateTable('dental_case')
    .set({ patient_birth: '1961-04-05' })
    .where('id', '=', dentalCase.id)
    .execute();
  const client = await t.as(author);
  const ids: Record<string, number> = {};
  const add = async (name: string, content: Buffer | string) => {
    const sent = await upload(client, dentalCase.id, Buffer.from(content), name);
    expect(sent.statusCode, `${name} ${sent.body}`).toBe(200);
    ids[name] = sent.json<{ id: number }>().id;
  };
  for (const [name, content] of files) await add(name, content);
  return { ...dentalCase, client, ids, add };
}

const shown = async (token: string) => (await open(token)).json<SharedCase>();
const urlsOf = async (token: string, ids: number[], purpose: string) =>
  (await t.nobody.get(`/v1/share/files/uri/?data=${token}&ids=${ids.join(',')}&purpose=${purpose}`)).json<
    Record<string, string>
  >();
const at = (url: string) => t.app.inject({ method: 'GET', url, headers: { 'sec-fetch-dest': 'empty' } });

/** Everything that a link returns in any way, by request. */
async function everything(token: string, share: Share, ids: Record<string, number>) {
  const out: [way: string, headers: string, body: Buffer][] = [];
  const take = async (way: string, url: string) => {
    const reply = await at(url);
    const body =
      reply.headers['content-encoding'] === 'gzip' ? gunzipSync(reply.rawPayload) : reply.rawPayload;
    out.push([way, JSON.stringify(reply.headers), body]);
    return reply;
  };
  await take('case', `/heclore/v1/share/case/?data=${token}`);
  for (const purpose of ['view', 'light', 'download'] as const) {
    const urls = await urlsOf(token, Object.values(ids), purpose);
    for (const [id, url] of Object.entries(urls)) await take(`${purpose} ${id}`, url);
    // With a grant signed by the server, whether or not the page requests it.
    for (const id of Object.values(ids)) {
      const grant = grantFor(t.services, { linkId: share.id, fileId: id, purpose });
      await take(
        `forced ${purpose} ${id}`,
        `/heclore/v1/share/files/${id}/${purpose === 'light' ? 'light/' : ''}?grant=${grant}`,
      );
    }
  }
  const zip = (await t.nobody.get(`/v1/share/zip/uri/?data=${token}`)).json<{ url?: string }>();
  const entries = zip.url ? await unzip((await take('zip', zip.url)).rawPayload) : [];
  for (const { name, bytes } of entries) out.push([`zip ${name}`, name, Buffer.from(bytes)]);
  return { out, entries };
}

describe('a link of somebody who chose nothing', () => {
  test('a neutral name says in which system its tooth is numbered', async () => {
    const { id, ids } = await newCase([['Lindqvist-16-margin.xyz', '1 2 3\n']]);
    const link = await share(people.author, id);
    const { files } = await shown(link.token);
    const fileId = ids['Lindqvist-16-margin.xyz'];
    expect(files.map(({ filename }) => filename)).toEqual([`fdi16-upperjaw-margin-${fileId}.xyz`]);
  });

  test.each(['author', 'recipient'] as const)(
    'a link of the %s identifies the patient in no way',
    async (side) => {
      const { id, ids } = await newCase([...TELLING, ...BARE, ['Lindqvist_upper.stl', JAW]]);
      await makeLightCopy(t.services, ids['upperjaw.stl'] ?? 0);
      await makeLightCopy(t.services, ids['Lindqvist_upper.stl'] ?? 0);
      const link = await share(people[side], id);
      const { out, entries } = await everything(link.token, link.share, ids);
      for (const [way, headers, body] of out) {
        expect(headers, way).not.toMatch(PATIENT);
        expect(body.toString('latin1'), way).not.toMatch(PATIENT);
      }
      const renamed = `upperjaw-${ids['Lindqvist_upper.stl']}.stl`;
      const names = [...BARE.map(([name]) => name), renamed];
      const { files, files_left_out } = await shown(link.token);
      expect(files.map(({ filename }) => filename)).toEqual(names);
      expect(files_left_out).toBe(TELLING.length);
      expect(entries.map(({ name }) => name)).toEqual(names);
      // The light copies are among the replies, under neutral names.
      expect(
        out.filter(([way, headers]) => way.startsWith('light') && headers.includes('gltf')),
      ).toHaveLength(2);
      expect(out.find(([way]) => way === `light ${ids['Lindqvist_upper.stl']}`)?.[1]).toContain(
        `${renamed}.glb`,
      );
    },
  );

  test('a link gives cleaned files with shapes, pixels and orientation intact', async () => {
    const { id, ids } = await newCase(BARE);
    const { token } = await share(people.author, id);
    const [stl = 0, photo = 0, side = 0] = ['upperjaw.stl', 'front.jpg', 'side.heic'].map(
      (name) => ids[name],
    );
    const saved = await urlsOf(token, [stl, photo], 'download');
    expect((await at(saved[stl] ?? '')).rawPayload.subarray(80)).toEqual(JAW.subarray(80));
    const picture = (await at(saved[photo] ?? '')).rawPayload;
    expect(picture.subarray(-17)).toEqual(PHOTO.subarray(-17));
    expect(picture.length).toBe(PHOTO.length - EXIF_WORDS.length - 13);
    const view = await urlsOf(token, [photo, side], 'view');
    expect((await at(view[photo] ?? '')).rawPayload).toEqual(picture);
    expect((await at(view[side] ?? '')).headers['content-type']).toBe('image/jpeg');
    const { files } = await shown(token);
    expect(files.find((file) => file.id === photo)).toMatchObject({
      shows_as: 'picture',
      size: picture.length,
    });
  });

  test('the rules hold for files added later and for older links', async () => {
    const { id, ids, add } = await newCase([['upperjaw.stl', JAW]]);
    const link = await share(people.author, id);
    // As in older rows: pictures that were never inspected, links without choices.
    await add('front.jpg', PHOTO);
    await t.services.db.deleteFrom('served_copy').execute();
    for (const [name, content] of TELLING.slice(0, 3)) await add(name, content);
    const { out } = await everything(link.token, link.share, ids);
    for (const [way, headers, body] of out)
      expect(headers + body.toString('latin1'), way).not.toMatch(PATIENT);
    expect((await shown(link.token)).files.map(({ filename }) => filename)).toEqual([
      'upperjaw.stl',
      'front.jpg',
    ]);
  });

  test('a link leaves out texts that identify the patient, and says so', async () => {
    const { id } = await newCase();
    const say = (note: string) =>
      t.services.db.updateTable('dental_case').set({ note }).where('id', '=', id).execute();
    await say('Margin of 16 is subgingival');
    const { token } = await share(people.author, id);
    expect(await shown(token)).toMatchObject({ note: 'Margin of 16 is subgingival', texts_left_out: false });
    await say('Mrs. Lindqvist comes on Friday');
    expect(await shown(token)).toMatchObject({ note: '', texts_left_out: true });
    const given = await share(people.author, id, { texts: true });
    expect(given.share.gives_texts).toBe(true);
    expect(await shown(given.token)).toMatchObject({
      note: 'Mrs. Lindqvist comes on Friday',
      texts_left_out: false,
    });
  });
});

describe('a file that could identify the patient', () => {
  test('a chosen file is sent byte for byte, and its next version is not', async () => {
    const { id, ids, add } = await newCase([
      ['order.pdf', '%PDF-1.7 first'],
      ['Theodora.xml', XML],
    ]);
    const [pdf = 0, xml = 0] = [ids['order.pdf'], ids['Theodora.xml']];
    const { token, share: made } = await share(people.author, id, { files: [pdf, xml, pdf] });
    expect(made.chosen_files).toBe(2);
    const { files } = await shown(token);
    expect(files.map(({ filename, shows_as }) => [filename, shows_as])).toEqual([
      ['order.pdf', 'pdf'],
      [`file-${xml}.xml`, null],
    ]);
    const urls = await urlsOf(token, [pdf, xml], 'download');
    expect((await at(urls[xml] ?? '')).body).toBe(XML);
    expect((await auditOf(t, id)).find(({ action }) => action === 'case_shared')?.detail).toMatchObject({
      files: [pdf, xml, pdf],
      texts: false,
    });
    await add('order.pdf', '%PDF-1.7 second');
    expect(await shown(token)).toMatchObject({ files: [{ filename: `file-${xml}.xml` }], files_left_out: 1 });
    expect((await at(urls[pdf] ?? '')).statusCode).toBe(404);
  });

  test('the maker of a link sees such files, and the files that get another name', async () => {
    const { id, ids, client } = await newCase([...TELLING, ...BARE, ['theodora front.jpg', PHOTO]]);
    const reply = (await client.get(`/v1/cases/${id}/shares/`)).json();
    expect(reply.texts_name_patient).toBe(false);
    expect(reply.files).toEqual([
      ...TELLING.map(([filename]) => ({ id: ids[filename], filename, left_out: true, sent_as: null })),
      {
        id: ids['theodora front.jpg'],
        filename: 'theodora front.jpg',
        left_out: false,
        sent_as: `picture-${ids['theodora front.jpg']}.jpg`,
      },
    ]);
    expect((await (await t.as(people.stranger)).get(`/v1/cases/${id}/shares/`)).statusCode).toBe(404);
  });

  test('a file of another case, an old version, a locked one or a malformed id cannot be chosen', async () => {
    const mine = await newCase([['order.pdf', '%PDF-1.7 first']]);
    const other = await newCase([['order.pdf', '%PDF-1.7 other']]);
    const first = mine.ids['order.pdf'] ?? 0;
    const choose = (files: unknown, more = {}) =>
      mine.client.post(`/v1/cases/${mine.id}/share/`, wish({ files, ...more }));
    expect((await choose([other.ids['order.pdf']])).json().code).toBe('share_files_changed');
    expect((await choose(['order.pdf'])).statusCode).toBe(400);
    expect((await choose([-1])).statusCode).toBe(400);
    const key = crypto.randomUUID();
    expect((await choose([first], { key })).statusCode).toBe(200);
    expect((await choose([], { key })).json().code).toBe('conflict');
    expect((await choose([first], { key, texts: true })).json().code).toBe('conflict');
    await mine.add('order.pdf', '%PDF-1.7 second');
    expect((await choose([first])).json().code).toBe('share_files_changed');
    await mine.add('packed.zip', ZIP);
    await t.services.db
      .updateTable('dental_case')
      .set({ from_locked_device: true })
      .where('id', '=', mine.id)
      .execute();
    expect((await choose([mine.ids['packed.zip']])).json().code).toBe('share_files_changed');
  });
});

test('a PLY with more data than its header declares is left out', async () => {
  const { mesh } = generateJaw({ jaw: 'lower', seed: 1, triangles: 2000, prepared: [] });
  const file = Buffer.concat([writePly(mesh), Buffer.from('Theodora Lindqvist')]);
  const { id, ids } = await newCase([['lower.ply', file]]);
  await makeLightCopy(t.services, ids['lower.ply'] ?? 0);
  const { token } = await share(people.author, id);
  expect(await shown(token)).toMatchObject({ files: [], files_left_out: 1 });
});
