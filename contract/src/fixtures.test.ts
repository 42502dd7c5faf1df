import { describe, expect, test } from 'vitest';
import { type Break, FIXTURES } from '../fixtures/fixtures.ts';
import { ENDPOINTS } from './endpoints.ts';

const PARTS = ['params', 'query', 'body'] as const;

/** A copy with one value replaced or removed. */
function broken(whole: unknown, { path, ...wrong }: Break): unknown {
  if (path === '') return wrong.value;
  const copy = structuredClone(whole) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const owner = steps.reduce<Record<string, unknown>>(
    (at, step) => at[step] as Record<string, unknown>,
    copy,
  );
  if ('value' in wrong) owner[last] = wrong.value;
  else delete owner[last];
  return copy;
}

const pathsOf = (issues: { path: PropertyKey[] }[] = [], before: string[] = []) =>
  issues.map(({ path }) => [...before, ...path].join('.'));

/** Paths of all numbers in a value. */
const numbersIn = (value: unknown, at: readonly string[] = []): string[] =>
  typeof value === 'number'
    ? [at.join('.')]
    : Object.entries(value !== null && typeof value === 'object' ? value : {}).flatMap(([key, part]) =>
        numbersIn(part, [...at, key]),
      );

/** Paths of the numbers in the bodies of golden requests that may have another value instead. */
const takenFor = (value: unknown) =>
  ENDPOINTS.flatMap(({ name, endpoint }) => {
    const { body } = FIXTURES[name].request as { body?: unknown };
    return numbersIn(body)
      .filter((path) => endpoint.body?.safeParse(broken(body, { path, value } as Break)).success)
      .map((path) => `${name} ${path}`);
  });

test('a list or a truth value is refused in place of a number in a JSON body', () => {
  expect([...takenFor([1]), ...takenFor(true)]).toEqual([]);
});

test('digits as text are taken for the ids of four specified bodies only', () => {
  const ids = ['changeAssignee assignee_id', 'removeCases ids', 'removeLabs ids', 'requestOtp postId'];
  expect([...new Set(takenFor('1').map((path) => path.replace(/\.\d+$/, '')))].sort()).toEqual(ids);
});

test('every fixture belongs to an existing endpoint', () => {
  expect(Object.keys(FIXTURES).sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort());
});

describe.each(ENDPOINTS)('$name', ({ name, endpoint }) => {
  const { request, reply, refused } = FIXTURES[name];
  const { reply: schema } = endpoint;
  const declared = PARTS.filter((part) => endpoint[part]);
  /** Paths of all issues that the schemas find in a request. */
  const issuesIn = (sent: typeof request): string[] =>
    declared.flatMap((part) => pathsOf(endpoint[part]?.safeParse(sent[part]).error?.issues, [part]));

  test('the request is accepted', () => {
    expect(Object.keys(request).sort()).toEqual([...declared].sort());
    expect(issuesIn(request)).toEqual([]);
  });

  if (typeof refused.request === 'string')
    test(`nothing is refused in a request: ${refused.request}`, () => {
      expect(declared.filter((part) => part !== 'query')).toEqual([]);
      const query = Object.fromEntries(Object.keys(request.query ?? {}).map((key) => [key, 'unknown']));
      expect(issuesIn({ query })).toEqual([]);
    });
  else
    test.each(refused.request)('refuses a request: $why', (wrong) => {
      expect(issuesIn(broken(request, wrong) as typeof request)).toContain(wrong.path);
    });

  if (typeof schema === 'string' || typeof refused.reply === 'string')
    test(`there is no JSON reply: ${refused.reply}`, () => {
      expect(reply).toBe(schema);
    });
  else {
    test('the reply is accepted, with every field of it', () => {
      expect(schema.parse(reply)).toEqual(reply);
    });
    test.each(refused.reply)('refuses a reply: $why', (wrong) => {
      expect(pathsOf(schema.safeParse(broken(reply, wrong)).error?.issues)).toContain(wrong.path);
    });
  }
});

test('each endpoint with a schema has something that it refuses', () => {
  for (const [name, { refused }] of Object.entries(FIXTURES))
    for (const wrong of [refused.request, refused.reply]) expect(wrong.length, name).toBeGreaterThan(0);
});
