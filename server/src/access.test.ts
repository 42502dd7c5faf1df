import { API_BASE } from '@cusp/contract/endpoint';
import { ENDPOINTS } from '@cusp/contract/endpoints';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { PERSONAS, type Persona } from './testing/access/personas.ts';
import { type Row, statusFor, type Try } from './testing/access/row.ts';
import { createWorld } from './testing/access/world.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const common = await createWorld(t);

/** Refused requests in the audit log, and those that should be there. */
const expected = new Set<string>();
const refusalOf = (action: string, call: string, by: number | 'nobody' | 'anybody') =>
  `${action} ${call} by ${by}`;
/** The person whom an access token names. */
const personOf = (token: string): number => Number(decodeJwt(token).sub);
const ACTIONS: Record<number, string> = {
  400: 'input_validation_fail',
  401: 'authz_fail',
  403: 'authz_fail',
  404: 'authz_fail',
  410: 'authz_fail',
};

// The last test reads the refusals left by all others.
describe('every endpoint', { shuffle: false }, () => {
  describe.each(ENDPOINTS)('$name', ({ name, endpoint }) => {
    const row: Row = MATRIX[name];
    const { ask, leadsTo, stream = false, ownWorld = false, slow = false, neverBecause } = row;
    let world = common;
    beforeAll(async () => {
      if (ownWorld) world = await createWorld(t);
    });

    const gets = (persona: Persona) => statusFor(row, persona, endpoint);
    const shared = new Map<number, Promise<Try>>();
    /**
     * Reads and refusals with the same status share an object, because they do not change it; other calls get a
     * separate one.
     */
    const asked = async (persona: Persona): Promise<Try> => {
      const status = gets(persona);
      if ((status < 400 && endpoint.method !== 'GET') || ownWorld) return ask(world, persona);
      const known = shared.get(status) ?? Promise.resolve(ask(world, persona));
      shared.set(status, known);
      return known;
    };

    test('somebody succeeds, or the row says why nobody can', () => {
      const isError = leadsTo?.includes('?error=') ?? false;
      const succeeds = PERSONAS.some((persona) => gets(persona) < 400) && !isError;
      expect(succeeds, 'give the row a real object or a reason').toBe(neverBecause === undefined);
    });

    /** What is wrong with the reply to a persona; null if it is as the row says. */
    const problemFor = async (persona: Persona): Promise<string | null> => {
      const { method, url, body, headers } = requestOf(name, await asked(persona));
      const { token } = await world.client(persona);
      const reply = await t.app.inject({
        method,
        url,
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(stream ? { payloadAsStream: true } : {}),
      });
      if (stream) reply.stream().destroy();
      if (reply.statusCode !== gets(persona))
        return `${reply.statusCode} instead of ${gets(persona)}: ${stream ? '' : reply.body.slice(0, 300)}`;
      const action = ACTIONS[reply.statusCode];
      if (action && !stream) {
        const call = `${method} ${API_BASE}${endpoint.path.replace(/\/$/, '')}`;
        // An ended session counts as no session. Only some public endpoints ask who is signed in.
        const person = token && reply.statusCode !== 401 ? personOf(token) : 'nobody';
        expected.add(refusalOf(action, call, endpoint.access === 'public' ? 'anybody' : person));
      }
      const { location } = reply.headers;
      return reply.statusCode === 303 && location !== leadsTo ? `leads to ${location}` : null;
    };

    // One test for all personas: a test for each makes the file cost 37 s of user and system time instead of 34.
    test('each persona gets the status of its row', async () => {
      const problems: Partial<Record<Persona, string>> = {};
      const tryAs = async (persona: Persona) => {
        const problem = await problemFor(persona).catch(String);
        if (problem !== null) problems[persona] = problem;
      };
      if (slow) await Promise.all(PERSONAS.map(tryAs));
      else for (const persona of PERSONAS) await tryAs(persona);
      expect(problems).toEqual({});
    });
    afterAll(() => t.app.refusedRequests.write());
  });

  test('every refusal leaves a row in the audit log, with its person', async () => {
    const rows = await t.services.db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'detail'])
      .where('action', 'in', [...new Set(Object.values(ACTIONS))])
      .execute();
    const written = new Set(
      rows.flatMap(({ action, user_id, detail }) =>
        [user_id ?? ('nobody' as const), 'anybody' as const].map((by) =>
          refusalOf(action, String(detail.call), by),
        ),
      ),
    );
    expect(expected.size).toBeGreaterThan(1000);
    expect([...expected].filter((refusal) => !written.has(refusal))).toEqual([]);
  });
});
