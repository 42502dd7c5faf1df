import { randomUUID } from 'node:crypto';
import { ENDPOINTS, type EndpointName } from '@cusp/contract/endpoints';
import type { FieldIssue } from '@cusp/contract/error-body';
import { ERRORS } from '@cusp/contract/errors';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { MATRIX, requestOf } from './testing/access/matrix.ts';
import { STAFF_PERSONAS } from './testing/access/personas.ts';
import type { Row } from './testing/access/row.ts';
import { createWorld } from './testing/access/world.ts';
import { completeFields } from './testing/draft-forms.ts';
import { formOf, SIGN_UP } from './testing/sign-in.ts';
import { openTestApp } from './testing/test-app.ts';
import { png, upload } from './testing/uploads.ts';

const t = await openTestApp();
const world = await createWorld(t);
const author = await world.client('author');
/** A second world for rows that change connections, because drafts of the first need their recipient. */
const apart = await createWorld(t);

/** The request of the matrix as the author, or as a staff member who may use the endpoint, with their token. */
async function asOneWhoMay(name: EndpointName) {
  const row: Row = MATRIX[name];
  const its = row.ownWorld ? apart : world;
  const isStaffs = ENDPOINTS.some((each) => each.name === name && each.endpoint.staff);
  const persona = isStaffs ? STAFF_PERSONAS.find((each) => (row.gets[each] ?? 403) < 300) : 'author';
  const { token } = await its.client(persona ?? 'author');
  return { ...requestOf(name, await row.ask(its, 'author')), token };
}

/** The common body of all refusals, without internal details. */
const refusal = expect.toSatisfy((body) => {
  const { code, detail, request_id, errors, ...rest } = body;
  return code in ERRORS && typeof detail === 'string' && request_id !== '' && Object.keys(rest).length === 0;
});

const WITH_JSON = ENDPOINTS.filter(
  ({ endpoint }) => endpoint.body && (endpoint.encoding ?? 'json') === 'json',
);

describe.each(WITH_JSON.map(({ name }) => name))('a body that is not JSON, to %s', (name) => {
  // A refused body changes no object, so all of them can be sent to the same one.
  let asked: Awaited<ReturnType<typeof asOneWhoMay>>;
  beforeAll(async () => {
    asked = await asOneWhoMay(name);
  });
  test.each([
    ['cut off', 'application/json', '{"a":', 400],
    ['empty', 'application/json', '', 400],
    ['a list', 'application/json', '[]', 400],
    ['a word', 'application/json', '"everything"', 400],
    ['text', 'text/plain', 'everything', 400],
    ['a form of another site', 'application/x-www-form-urlencoded', 'a=b', 415],
    ['XML', 'application/xml', '<a/>', 415],
  ])('%s', async (_, type, payload, status) => {
    const { method, url, token } = asked;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const reply = await t.app.inject({ method, url, headers, payload });
    expect(reply.statusCode, reply.body).toBe(status);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json()).toEqual(refusal);
  });
});

describe('a name of 10,000 characters', () => {
  const LONG = '김'.repeat(10_000);
  const profile = { first_name: 'Ada', last_name: 'Long', role: 'Dental Clinic', country: 'DE' };
  const patient = (change: object) => {
    const fields = completeFields(null);
    return { key: randomUUID(), fields: { ...fields, patient: { ...fields.patient, ...change } } };
  };
  const signUp = (fields: object) =>
    t.nobody.post('/v1/auth/signup/', formOf({ ...SIGN_UP, password_confirm: SIGN_UP.password, ...fields }));
  const edit = (fields: object) => author.put('/v1/user/edit/', formOf({ ...profile, ...fields }));
  const tries: [string, string, () => Promise<LightMyRequestResponse>][] = [
    ['a newcomer', 'first_name', () => signUp({ first_name: LONG })],
    ['a sign-up address', 'username', () => signUp({ username: `${'n'.repeat(10_000)}@a.example` })],
    ['a person', 'first_name', () => edit({ first_name: LONG })],
    ['a family', 'last_name', () => edit({ last_name: LONG })],
    ['an institution', 'institution', () => edit({ institution: LONG })],
    ['a patient', 'fields.patient.firstname', () => author.post('/v1/drafts/', patient({ firstname: LONG }))],
    [
      'their family',
      'fields.patient.lastname',
      () => author.post('/v1/drafts/', patient({ lastname: LONG })),
    ],
    ['a file', 'file', async () => upload(author, (await world.newCase()).id, png(), `${LONG}.png`)],
    ['a new group', 'name', () => author.post('/v1/group/new/', { name: LONG })],
    [
      'a group',
      'name',
      async () => author.put(`/v1/group/${(await world.newInvitation()).groupId}/edit/`, { name: LONG }),
    ],
    [
      'a partner',
      'alias',
      () => author.post('/v1/connections/0/request/', { email: 'a@b.example', alias: LONG }),
    ],
    [
      'a sign-in address',
      'username',
      () => t.nobody.post('/v1/auth/login/', { username: LONG, password: 'x' }),
    ],
  ];

  test.each(tries)('an oversized value of %s is refused by its field', async (_, field, attempt) => {
    const reply = await attempt();
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json().errors.map((issue: FieldIssue) => issue.field)).toEqual([field]);
    expect(reply.body).not.toContain(LONG);
  });

  test.each([
    ['cases', () => author.get(`/v1/cases/?search=${'n'.repeat(10_000)}`)],
    ['connections', () => author.get(`/v1/connections/?search=${'n'.repeat(10_000)}`)],
  ])('a search for 10,000 characters in %s is refused too', async (_, attempt) => {
    expect((await attempt()).statusCode).toBe(400);
  });
});

test.each([
  ['too long', `/heclore/v1/cases/${'n'.repeat(10_000)}/`, 404],
  ['no text', '/heclore/v1/cases/%zz/', 400],
])('a path that is %s is refused without repeating it', async (_, url, status) => {
  const reply = await t.app.inject({ url });
  expect(reply.statusCode).toBe(status);
  expect(reply.json()).toEqual(refusal);
  expect(reply.body).not.toMatch(/nnn|zz/);
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
});

describe('problems with a field are described in words', () => {
  const issues = async (reply: Promise<LightMyRequestResponse>): Promise<FieldIssue[]> =>
    (await reply).json().errors;

  test.each([
    ['', 'This field may not be blank'],
    ['a\u0007b', 'Remove the invisible characters.'],
    [7, 'This value is of the wrong kind.'],
    ['n'.repeat(200), 'At most 100 characters.'],
  ])('problems with a field are described in words for the group name %j', async (name, message) => {
    expect(await issues(author.post('/v1/group/new/', { name }))).toMatchObject([{ field: 'name', message }]);
  });

  /** Texts of zod, patterns, names of our own constants, and a wrong plural. */
  const RAW = /expected|received|pattern|regex|\/\^|^[a-z]+(_[a-z]+)+$|\b1 [a-z]+s\b/i;

  test.each(WITH_JSON.map(({ name, endpoint }) => [name, endpoint] as const))(
    'problems are described in words for each field of %s',
    async (name, { body }) => {
      const { method, url, token } = await asOneWhoMay(name);
      const fields = body && 'shape' in body ? Object.keys(body.shape as object) : [];
      for (const value of ['', '\u0007', 'not of that kind!', -1, true, [], {}, null, [{}]]) {
        const payload = Object.fromEntries(fields.map((field) => [field, value]));
        const headers = { authorization: `Bearer ${token}` };
        const reply = await t.app.inject({ method, url, headers, payload });
        for (const { message } of reply.json()?.errors ?? []) expect(message).not.toMatch(RAW);
      }
    },
  );
});
