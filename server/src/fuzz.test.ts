import { randomUUID } from 'node:crypto';
import { API_BASE } from '@cusp/contract/endpoint';
import { ENDPOINTS } from '@cusp/contract/endpoints';
import { expect, test } from 'vitest';
import { FIXTURES } from '../../contract/fixtures/fixtures.ts';
import { createCase, createUser } from './testing/factories.ts';
import { wish } from './testing/sharing.ts';
import { createMember } from './testing/sign-in.ts';
import { openTestApp } from './testing/test-app.ts';
import { twoSides } from './testing/two-sides.ts';
import { png, stl, upload } from './testing/uploads.ts';

// ROUNDS=100000 tries the full number of inputs, SEED=… repeats a run.
const ROUNDS = Number(process.env.ROUNDS ?? 350);
const SEED = Number(process.env.SEED ?? 1);
/** Texts that only the other practice's data has. */
const MARKERS = ['Zmarkerpatient', 'zmarkerperson', 'Zmarkernote', 'zmarkerfile'];

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomOf(SEED);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
const HOSTILE: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1, -0, 2 ** 31, 2 ** 63],
  ...[
    '',
    ' ',
    '0',
    '-1',
    'NaN',
    '1e999',
    '\0',
    'a\0b',
    '\ud800',
    '\u202egnp.exe',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
  ],
  ...['../../etc/passwd', '<script>alert(1)</script>', '{{7*7}}', '=cmd|calc', '김서연', '👩🏽‍⚕️'.repeat(50)],
  ...['x'.repeat(20_000), '9'.repeat(400), '0000-00-00', '2026-02-30', '+275760-09-14T00:00:00Z', 'infinity'],
  ...[[], {}, [[]], [null], { $gt: '' }, { length: 1e9 }, deep(200), Array.from({ length: 2000 }, () => 1)],
];

type Json = unknown;
/** Replaces, removes or adds something anywhere in a value. */
function mutate(value: Json, ids: readonly number[]): Json {
  if (random() < 0.12) return random() < 0.4 ? pick(ids) : pick(HOSTILE);
  if (Array.isArray(value)) {
    const copy = value.map((item) => (random() < 0.5 ? mutate(item, ids) : item));
    return random() < 0.1 ? [...copy, ...copy] : copy;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(() => random() > 0.05);
    const copy = Object.fromEntries(
      entries.map(([key, item]) => [key, random() < 0.5 ? mutate(item, ids) : item]),
    );
    return random() < 0.05
      ? JSON.parse(`{"__proto__":{"is_staff":true},${JSON.stringify(copy).slice(1, -1) || '"a":1'}}`)
      : copy;
  }
  return random() < 0.2 ? pick(HOSTILE) : value;
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

test(`${ROUNDS} hostile requests by a stranger: none fails, none returns another practice's data`, async () => {
  const t = await openTestApp();
  const people = await twoSides(t);
  const victim = await createUser(t.services, { first_name: 'zmarkerperson', last_name: 'zmarkerperson' });
  const theirs = await createCase(t.services, {
    author: victim,
    recipient: people.recipient,
    patient_first: 'Zmarkerpatient',
    patient_last: 'Zmarkerpatient',
  });
  await t.services.db
    .updateTable('dental_case')
    .set({ note: 'Zmarkernote' })
    .where('id', '=', theirs.id)
    .execute();
  const theirFile = (await upload(await t.as(victim), theirs.id, png(), 'zmarkerfile.png')).json<{
    id: number;
  }>();
  const share = await (await t.as(victim)).post(`/v1/cases/${theirs.id}/share/`, wish());
  expect(share.statusCode).toBe(200);
  const failures: string[] = [];
  let client = t.nobody;
  let ids: number[] = [];
  const statuses = new Map<number, number>();

  const begin = async () => {
    const attacker = await createMember(t);
    const own = await createCase(t.services, { author: attacker, recipient: people.partner });
    client = await t.as(attacker);
    const file = (await upload(client, own.id, stl(10), 'scan-upper.stl')).json<{ id: number }>();
    ids = [own.id, file.id, attacker.id, theirs.id, theirFile.id, victim.id, 1, 0, 17, 33];
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    // A request may have ended the session.
    if (round % 200 === 0) await begin();
    const { name, endpoint } = ENDPOINTS[round % ENDPOINTS.length] as (typeof ENDPOINTS)[number];
    if (endpoint.reply === 'events') continue;
    const golden = FIXTURES[name].request;
    const params = (golden.params ?? {}) as Record<string, unknown>;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) =>
      encodeURIComponent(
        random() < 0.7
          ? String(pick(ids))
          : textOf(random() < 0.5 ? params[param] : pick(HOSTILE))
              .slice(0, 250)
              .toWellFormed(),
      ),
    );
    const query = Object.entries((mutate(golden.query ?? {}, ids) ?? {}) as object)
      .map(
        ([key, value]) =>
          `${encodeURIComponent(key)}=${encodeURIComponent(textOf(value).slice(0, 4000).toWellFormed())}`,
      )
      .join('&');
    const url = `${API_BASE}${path}?${query}`;
    const headers: Record<string, string> = { 'x-action-id': randomUUID() };
    if (random() < 0.9)
      Object.assign(headers, { authorization: `Bearer ${client.token}`, cookie: `cusp=${client.cookie}` });
    let payload: string | Buffer | undefined;
    if (!['GET', 'HEAD'].includes(endpoint.method)) {
      const body = mutate(golden.body ?? {}, ids);
      if (endpoint.encoding === 'multipart') {
        const form = new FormData();
        for (const [key, value] of Object.entries((body ?? {}) as object))
          form.append(key.toWellFormed(), textOf(value).slice(0, 70_000).toWellFormed());
        if (random() < 0.8)
          form.append(
            'file',
            new File(
              [new Uint8Array(pick([png(), stl(3), Buffer.alloc(0), Buffer.from('%PDF-1.7')]))],
              pick(['a.png', 'a.stl', 'a.pdf', '..\\a.zip', 'a\0.stl', 'a'.repeat(300), 'a.qcproject']),
            ),
          );
        const encoded = new Response(form);
        headers['content-type'] = encoded.headers.get('content-type') ?? '';
        payload = Buffer.from(await encoded.arrayBuffer());
        if (random() < 0.1) payload = payload.subarray(0, Math.floor(payload.length * random()));
      } else if (endpoint.encoding === 'form') {
        headers['content-type'] = 'application/x-www-form-urlencoded';
        payload = new URLSearchParams(
          Object.entries((body ?? {}) as object).map(([key, value]): [string, string] => [
            key,
            textOf(value),
          ]),
        ).toString();
      } else {
        headers['content-type'] = 'application/json';
        payload = JSON.stringify(body) ?? '';
        if (random() < 0.03) payload = payload.slice(0, -1);
      }
    }
    const reply = await t.app.inject({
      method: endpoint.method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
    const leaked = MARKERS.filter((marker) => reply.payload.includes(marker) && !url.includes(marker));
    if (reply.statusCode >= 500 || leaked.length > 0)
      failures.push(
        `round ${round}: ${endpoint.method} ${url.slice(0, 300)} ${textOf(payload?.toString('latin1') ?? '').slice(0, 300)} → ${reply.statusCode} ${leaked} ${reply.payload.slice(0, 200)}`,
      );
  }
  if (process.env.ROUNDS)
    console.info(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)));
  expect(failures).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(ROUNDS / 50);
}, 3_600_000);
