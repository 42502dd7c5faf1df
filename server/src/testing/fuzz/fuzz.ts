import { ENDPOINTS } from '@cusp/contract/endpoints';
import { sql } from 'kysely';
import { JOBS_SCHEMA } from '../../platform/jobs/jobs.ts';
import { MATRIX } from '../access/matrix.ts';
import { PERSONAS, type Persona } from '../access/personas.ts';
import type { Row, Try } from '../access/row.ts';
import { createWorld, type World } from '../access/world.ts';
import { mailsOf } from '../sign-in.ts';
import type { TestApp } from '../test-app.ts';
import { Chance, type Mutating, mutate, Pool, textOf } from './mutations.ts';
import { outsideSeeds, regionCalls } from './outside-seeds.ts';
import { type Request, regionRequest, requestNear } from './requests.ts';
import { SIGN_IN_SEEDS } from './sign-in-seeds.ts';

/** Texts that occur only in the data of the victims. */
const PATIENT = 'zmarkerpatient';
const PERSON = 'zmarkerperson';

export interface Findings {
  /** Number of replies with each status. */
  statuses: Map<number, number>;
  /** Replies of 500 and above, and replies with data of strangers; the request of each and the problem. */
  failures: string[];
  /** Endpoints that never succeeded. */
  barren: string[];
}

export interface Wish {
  rounds: number;
  seed: number;
  /** Whether several requests about the same objects are also sent concurrently. */
  together?: boolean;
  /** The other region, whose servers send hostile calls too. The app must also have providers. */
  other?: { app: TestApp; url: string };
  /** Called after each world of requests. */
  onWorld?: (rounds: number) => void;
}

const ROUNDS_OF_A_WORLD = 600;
/** Roles whose area shows data of all people, or who act for a customer. */
const STAFF: readonly Persona[] = [
  'staffAtLogin',
  'deviceManager',
  'salesManager',
  'staff',
  'deviceUserViewer',
  'formerStaff',
];

/**
 * Sends requests close to valid ones to every endpoint. Half of them refer to objects of people unrelated to the
 * sender: those of a second world.
 */
export async function fuzz(t: TestApp, wish: Wish): Promise<Findings> {
  const chance = new Chance(wish.seed);
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  const succeeded = new Set<string>();
  let attack = await beginAttack(t, chance, wish.other);

  const send = async ({ name, request, persona, isOneOfMany }: Shot): Promise<void> => {
    const reply = await t.app.inject(request).catch((error: unknown) => {
      // Of two concurrent parts of one upload, the later one aborts the other.
      if (!isOneOfMany) failures.push(`${persona}: ${described(request)} → ${error}`);
    });
    if (!reply) return;
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
    if (reply.statusCode < 400) succeeded.add(name);
    const sent = `${request.url} ${request.payload ?? ''}`.toLowerCase();
    const text = `${JSON.stringify(reply.headers)} ${reply.payload}`.toLowerCase();
    const secrets = STAFF.includes(persona) ? [PATIENT] : [PATIENT, PERSON];
    const leaked = secrets.filter((secret) => text.includes(secret) && !sent.includes(secret));
    if (reply.statusCode >= 500 || leaked.length > 0)
      failures.push(
        `${persona}: ${described(request)} → ${reply.statusCode} ${leaked} ${reply.payload.slice(0, 300)}`,
      );
  };

  for (let round = 0; round < wish.rounds; round += 1) {
    // Requests may end sessions and remove objects that others need.
    if (round > 0 && round % ROUNDS_OF_A_WORLD === 0) {
      await t.app.refusedRequests.write();
      attack = await beginAttack(t, chance, wish.other);
      wish.onWorld?.(round);
    }
    if (attack.call && chance.is(0.05)) await send(await attack.call());
    const known = ENDPOINTS[round % ENDPOINTS.length] as Known;
    if (!chosen(known, chance)) continue;
    const first = await attack.next(known);
    const crowd = wish.together && chance.is(0.3) ? await attack.crowd(known, first) : [];
    await Promise.all(crowd.length > 0 ? crowd.map(send) : [send(first)]);
  }
  await t.app.refusedRequests.write();
  failures.push(...(await failedJobs(t)), ...(await mailsWithPatients(t)));
  return {
    statuses,
    failures,
    barren: ENDPOINTS.map(({ name }) => name).filter((name) => !succeeded.has(name)),
  };
}

type Known = (typeof ENDPOINTS)[number];

/** One request of a persona. */
interface Shot {
  name: string;
  persona: Persona;
  request: Request;
  isOneOfMany?: boolean;
}

/** Streams have no end, and endpoints that delay their reply are tried rarely. */
function chosen({ name }: Known, chance: Chance): boolean {
  const row: Row = MATRIX[name];
  return !row.stream && (!row.slow || chance.is(0.1));
}

const described = ({ method, url, headers, payload }: Request): string => {
  const { authorization: _, cookie: __, ...others } = headers;
  return `${method} ${url.slice(0, 400)} ${JSON.stringify(others)} ${textOf(payload?.toString('latin1') ?? '').slice(0, 600)}`;
};

/** Jobs that fail because of data left by the requests, if the app works on jobs. */
async function failedJobs(t: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string; state: string; output: unknown }>`
    select name, state, output from ${sql.table(`${JOBS_SCHEMA}.job`)} where state in ('failed', 'retry')
  `.execute(t.services.db);
  return rows.map(({ name, state, output }) => `job ${name} ${state}: ${textOf(output).slice(0, 600)}`);
}

/** Mails contain no patient names for any recipient. */
async function mailsWithPatients(t: TestApp): Promise<string[]> {
  const mails = await mailsOf(t);
  return mails
    .filter((mail) => JSON.stringify(mail).toLowerCase().includes(PATIENT))
    .map(({ to, subject, text }) => `mail to ${to}: ${subject} ${text.slice(0, 300)}`);
}

/** Two worlds: one of the attackers, and one of people unknown to them. */
async function beginAttack(t: TestApp, chance: Chance, other: Wish['other']) {
  const own = await createWorld(t);
  const foreign = await createWorld(t);
  await mark(t, foreign);
  const pool = new Pool();
  const kept = new Map<string, Try>();
  const outside = other ? outsideSeeds({ t, other: other.app, otherUrl: other.url }) : {};

  /** A valid request of the access matrix. Objects are used several times, as requests may find them changed. */
  async function seedOf(name: keyof typeof MATRIX, world: World, persona: Persona): Promise<Try> {
    const key = `${name} ${world === own} ${world === own && persona}`;
    const known = kept.get(key);
    if (known && chance.is(0.5)) return known;
    // Requests may have removed objects on which a row depends.
    const ask = () =>
      outside[name]?.(world, persona) ??
      SIGN_IN_SEEDS[name]?.(t, world, persona) ??
      MATRIX[name].ask(world, persona);
    const seed = await (async () => ask())().catch(() => known ?? {});
    kept.set(key, seed);
    if (world === foreign) await mark(t, foreign);
    for (const [param, value] of Object.entries(seed.params ?? {})) pool.add(param, value);
    for (const [param, value] of new URLSearchParams(seed.query)) pool.add(param, value);
    // Forms and files are no plain objects, so their fields are not pooled.
    pool.add('body', seed.body);
    return seed;
  }

  /** A request of a persona; with `about`, its parameters are those of another request. */
  async function next(known: Known, about?: Try): Promise<Shot & { seed: Try }> {
    const { name, endpoint } = known;
    const row: Row = MATRIX[name];
    const able = PERSONAS.filter((persona) => (row.gets[persona] ?? row.gets.others) < 400);
    const persona = able.length > 0 && chance.is(0.7) ? chance.pick(able) : chance.pick(PERSONAS);
    // A public endpoint serves every holder of its token, so it is not called with the victims' tokens.
    const isForeign = !about && endpoint.access !== 'public' && chance.is(0.4);
    const valid = await seedOf(name, isForeign ? foreign : own, isForeign ? 'author' : persona);
    const seed = about?.params ? { ...valid, params: { ...valid.params, ...about.params } } : valid;
    const how: Mutating = { chance, pool, rate: chance.pick(about ? [0, 0, 0.05] : [0, 0.05, 0.15, 0.4]) };
    const client = await own.client(persona).catch(() => t.nobody);
    return { name, request: await requestNear(known, seed, client, how), persona, seed };
  }

  /** Requests about the same object as another one: the same request again, and others of its subject. */
  async function crowd(known: Known, { seed, ...first }: Shot & { seed: Try }): Promise<Shot[]> {
    const root = (path: string) => path.slice(0, path.indexOf(':'));
    const about = known.endpoint.path.includes(':')
      ? ENDPOINTS.filter(
          (each) =>
            each.endpoint.path.includes(':') && root(each.endpoint.path) === root(known.endpoint.path),
        ).filter((each) => chosen(each, chance))
      : [];
    const shots: Shot[] = [first, first, first];
    for (let more = 0; about.length > 0 && more < 5; more += 1)
      shots.push(await next(chance.pick(about), seed));
    return shots.map((shot) => ({ ...shot, isOneOfMany: true }));
  }

  /** A signed call of the other region's servers. */
  async function call(from: TestApp): Promise<Shot> {
    const [name, body] = chance.pick(Object.entries(regionCalls()));
    const how: Mutating = { chance, pool, rate: chance.pick([0, 0.1, 0.3]) };
    const request = await regionRequest(from, name, mutate('', body, how));
    return { name: `region/${name}`, persona: 'nobody', request };
  }
  return { next, crowd, ...(other && { call: () => call(other.app) }) };
}

/** Writes the markers into the data of the victims. */
async function mark(t: TestApp, { people }: World): Promise<void> {
  const { db } = t.services;
  const victims = sql.join(
    [people.author, people.authorGroup, people.recipient, people.recipientGroup].map(({ id }) => id),
  );
  const statements = [
    sql`update dental_case set patient_first = ${PATIENT}, patient_last = ${PATIENT}, note = ${PATIENT}
        where author_id in (${victims}) and patient_first <> ${PATIENT}`,
    sql`update case_comment set body = ${PATIENT} where author_id in (${victims}) and body <> ${PATIENT}`,
    sql`update case_file set filename = ${PATIENT} || '.xyz'
        where uploader_id in (${victims}) and filename = '16-margin.xyz'`,
    sql`update app_user set first_name = ${PERSON}, last_name = ${PERSON}, institution = ${PERSON}
        where id in (${victims}) and first_name <> ${PERSON}`,
    sql`update share_group set name = ${PERSON} where owner_id in (${victims}) and name <> ${PERSON}`,
    sql`update share_link set recipient = ${PERSON} where maker_id in (${victims}) and recipient <> ${PERSON}`,
    sql`update case_view set name = ${PERSON} || id where owner_id in (${victims}) and name not like ${`${PERSON}%`}`,
    sql`update legal_hold set reason = ${PERSON} where placed_by in (${victims}) and reason <> ${PERSON}`,
  ];
  for (const statement of statements) await statement.execute(db);
}
