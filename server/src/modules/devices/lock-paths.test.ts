import { randomUUID } from 'node:crypto';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writeStl } from '@cusp/fixtures/write-mesh';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRental, nameDevice } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { png } from '../../testing/pictures.ts';
import { openTwoSides } from '../../testing/two-sides.ts';
import { unzip } from '../../testing/unzip.ts';
import { upload } from '../../testing/uploads.ts';
import { makeLightCopy } from '../light-copies/make-light-copy.ts';

const { t, people, newCase } = await openTwoSides();

const JAW = writeStl(generateJaw({ jaw: 'upper', seed: 1, triangles: 2000, prepared: [] }).mesh).fill(
  0,
  0,
  80,
);
const manager = await createUser(t.services, { is_device_rental_manager: true, first_name: 'Mona' });

/** A case of a rented scanner, with a scan in two versions, a picture and a link that allows downloads. */
async function rentedCase() {
  const device = await createRental(t.services, { manager, customer: people.author });
  const dentalCase = await newCase();
  await nameDevice(t.services, dentalCase.id, device, people.author);
  const client = await t.as(people.author);
  const add = async (bytes: Buffer, name: string) =>
    (await upload(client, dentalCase.id, bytes, name)).json<{ id: number }>().id;
  const earlier = await add(JAW, 'a-upperjaw.stl');
  const scan = await add(
    Buffer.concat([JAW.subarray(0, 79), Buffer.from([1]), JAW.subarray(80)]),
    'a-upperjaw.stl',
  );
  const picture = await add(png(), 'front.png');
  await makeLightCopy(t.services, scan);
  const wish = { key: randomUUID(), recipient: 'Dr. Far', days: 1, allows_download: true };
  const { token } = (await client.post(`/v1/cases/${dentalCase.id}/share/`, wish)).json<{ token: string }>();
  return { id: dentalCase.id, device, earlier, scan, picture, token };
}

const setLock = async (device: { id: number }, locked: boolean) => {
  const conn = { dev_id: device.id, user_id: manager.id, dev_locked: locked };
  const reply = await (await t.as(manager)).post('/v1/devices/connections/', { dev_conns: [conn] });
  expect(reply.json()).toMatchObject({ changed: 1 });
};

type Rented = Awaited<ReturnType<typeof rentedCase>>;
type Person = { id: number };

/** Requests the bytes again each time: 200 with the bytes, 403 if they are refused, 404 if there is no address. */
type Ask = () => Promise<number>;

const at = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers });
const bytesAt = async (url: string | undefined) => (url ? (await at(url)).statusCode : 404);

/** Every way of a signed-in person to the bytes of a scan. */
const PERSONAL: Record<string, (person: Person, rented: Rented) => Ask | Promise<Ask>> = {
  'a single file':
    (person, { scan }) =>
    async () =>
      (await (await t.as(person)).get(`/v1/files/${scan}/download/`)).statusCode,
  'an earlier version':
    (person, { earlier }) =>
    async () =>
      (await (await t.as(person)).get(`/v1/files/${earlier}/download/`)).statusCode,
  'a file shown in the page':
    (person, { scan }) =>
    async () =>
      (await (await t.as(person)).get(`/v1/files/${scan}/download/?inline=1`)).statusCode,
  'the headers of a file':
    (person, { scan }) =>
    async () =>
      (await (await t.as(person)).request('HEAD', `/v1/files/${scan}/download/`)).statusCode,
  'a range of a file':
    (person, { scan }) =>
    async () => {
      const reply = await (await t.as(person)).request('GET', `/v1/files/${scan}/download/`, undefined, {
        range: 'bytes=100-199',
      });
      return reply.statusCode === 206 ? 200 : reply.statusCode;
    },
  'a file that the browser has': async (person, { scan }) => {
    const client = await t.as(person);
    const etag = String((await client.get(`/v1/files/${scan}/download/`)).headers.etag);
    return async () => {
      const reply = await client.request('GET', `/v1/files/${scan}/download/`, undefined, {
        'if-none-match': etag,
      });
      return reply.statusCode === 304 ? 200 : reply.statusCode;
    };
  },
  'a file by the session cookie':
    (person, { scan }) =>
    async () => {
      const { cookie } = await t.as(person);
      return (await at(`/heclore/v1/files/${scan}/download/`, { cookie: `cusp=${cookie}` })).statusCode;
    },
  'the address of a file':
    (person, { scan }) =>
    async () => {
      const urls = (await (await t.as(person)).get(`/v1/files/uri/?ids=${scan}`)).json<
        Record<string, string>
      >();
      return urls[scan] ? 200 : 403;
    },
  'the light copy':
    (person, { scan }) =>
    async () =>
      (await (await t.as(person)).get(`/v1/files/${scan}/light/`)).statusCode,
  'all files as a zip':
    (person, { id }) =>
    async () =>
      (await (await t.as(person)).post(`/v1/cases/${id}/files/download/`)).statusCode,
  'a zip that was asked for before': async (person, { id }) => {
    const client = await t.as(person);
    const spare = await Promise.all(
      Array.from({ length: 3 }, async () =>
        (await client.post(`/v1/cases/${id}/files/download/`)).json<{ filename: string }>(),
      ),
    );
    const idb64 = Buffer.from(String(person.id)).toString('base64url');
    return async () => {
      const name = spare.pop()?.filename;
      return (await client.get(`/v1/cases/${id}/files/download/${idb64}/?filename=${name}`)).statusCode;
    };
  },
};

const addressOf = async ({ token, scan }: Rented, purpose: string) =>
  (await t.nobody.get(`/v1/share/files/uri/?data=${token}&ids=${scan}&purpose=${purpose}`)).json<
    Record<string, string>
  >()[scan];

/** Every way of a visitor of a link to the bytes of a scan. */
const VISITORS: Record<string, (rented: Rented) => Ask | Promise<Ask>> = {
  ...Object.fromEntries(
    ['download', 'light'].flatMap((purpose) => [
      [
        `an address to ${purpose} it`,
        (rented: Rented) => async () => ((await addressOf(rented, purpose)) ? 200 : 403),
      ],
      [
        `an address of before to ${purpose} it`,
        async (rented: Rented) => {
          const url = await addressOf(rented, purpose);
          return () => bytesAt(url);
        },
      ],
    ]),
  ),
};

let rented: Rented;
beforeAll(async () => {
  rented = await rentedCase();
});
beforeEach(async () => {
  await t.services.db.updateTable('device_lock').set({ locked: false }).execute();
});

const SENDERS = ['author', 'authorMate'] as const;

describe.each(Object.entries(PERSONAL))('%s', (_, way) => {
  test.each(SENDERS)(
    'scan data is refused to the %s while the scanner is locked, and served again after',
    async (who) => {
      const ask = await way(people[who], rented);
      expect(await ask()).toBe(200);
      await setLock(rented.device, true);
      expect(await ask()).toBe(403);
      await setLock(rented.device, false);
      expect(await ask()).toBe(200);
    },
  );

  test.each(['recipient', 'recipientMate'] as const)(
    'scan data is served to the %s even while the scanner is locked',
    async (who) => {
      const ask = await way(people[who], rented);
      await setLock(rented.device, true);
      expect(await ask()).toBe(200);
    },
  );
});

describe.each(Object.entries(VISITORS))('behind a link, %s', (name, way) => {
  test('scan data behind a link is refused while the scanner is locked, and served again after', async () => {
    const ask = await way(rented);
    expect(await ask()).toBe(200);
    await setLock(rented.device, true);
    expect(await ask()).toBe(403);
    await setLock(rented.device, false);
    expect(await ask(), name).toBe(200);
  });
});

test('pictures stay for everybody while the scanner is locked, and a zip behind a link has only them', async () => {
  const { picture, token } = rented;
  const { url } = (await t.nobody.get(`/v1/share/zip/uri/?data=${token}`)).json<{ url: string }>();
  const zipped = async () => (await unzip((await at(url)).rawPayload)).map(({ name }) => name).sort();
  expect(await zipped()).toEqual(['a-upperjaw.stl', 'front.png']);
  await setLock(rented.device, true);
  expect(await zipped()).toEqual(['front.png']);
  for (const who of [people.author, people.authorMate, people.recipient])
    expect((await (await t.as(who)).get(`/v1/files/${picture}/download/?inline=1`)).statusCode).toBe(200);
  const urls = await t.nobody.get(`/v1/share/files/uri/?data=${token}&ids=${picture}&purpose=view`);
  expect(await bytesAt(urls.json<Record<string, string>>()[picture])).toBe(200);
});

test('case and files say whether their device is locked', async () => {
  const shown = async () => {
    const client = await t.as(people.author);
    const all = (await client.get(`/v1/cases/${rented.id}/all/`)).json();
    const listed = (await client.get(`/v1/cases/${rented.id}/files/`)).json();
    return [
      all.from_locked_device,
      ...listed.files.map((file: { from_locked_device: boolean }) => file.from_locked_device),
    ];
  };
  expect(await shown()).toEqual([false, false, false]);
  await setLock(rented.device, true);
  expect(await shown()).toEqual([true, true, true]);
});

describe('the lock does not hold', () => {
  const isBlocked = async () =>
    (await (await t.as(people.author)).get(`/v1/files/${rented.scan}/download/`)).statusCode === 403;

  test('the lock does not hold once no company rents the device out', async () => {
    await setLock(rented.device, true);
    expect(await isBlocked()).toBe(true);
    const to = (manager_id: number | null) =>
      t.services.db
        .updateTable('device')
        .set({ rental_manager_id: manager_id })
        .where('id', '=', rented.device.id)
        .execute();
    await to(null);
    expect(await isBlocked()).toBe(false);
    await to(manager.id);
  });

  test('the lock does not hold for cases of a customer who had the device before', async () => {
    const device = await createRental(t.services, { manager, customer: people.partner });
    const former = await newCase();
    await nameDevice(t.services, former.id, device, people.author);
    const client = await t.as(people.author);
    const { id } = (await upload(client, former.id, JAW, 'b-upperjaw.stl')).json<{ id: number }>();
    await setLock(device, true);
    expect((await client.get(`/v1/files/${id}/download/`)).statusCode).toBe(200);
  });
});

test('a case marked before cases named their scanner stays blocked; one that names its scanner follows the lock', async () => {
  const marked = await newCase({ from_locked_device: true });
  const client = await t.as(people.author);
  const { id } = (await upload(client, marked.id, JAW, 'c-upperjaw.stl')).json<{ id: number }>();
  expect((await client.get(`/v1/files/${id}/download/`)).statusCode).toBe(403);
  await nameDevice(t.services, marked.id, rented.device, people.author);
  expect((await client.get(`/v1/files/${id}/download/`)).statusCode).toBe(200);
});
