import { expect, test } from 'vitest';
import * as z from 'zod';
import { route, supportOf } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { mayEnter, STAFF_FLAGS, staffFlagsOf } from './staff.routes.ts';

test('a route of the administration without staff flags does not compile', () => {
  const labs = { method: 'GET', path: '/v1/cs/labs/', access: 'user' } as const;
  // @ts-expect-error `staff` is missing.
  route(labs);
  // @ts-expect-error `staff` is empty.
  route({ ...labs, staff: [] });
  // @ts-expect-error Unknown flag.
  route({ ...labs, staff: ['rental_manager'] });
  // @ts-expect-error A public route cannot require staff.
  route({ ...labs, access: 'public', staff: ['staff'] });
  // @ts-expect-error `staff` is missing.
  route({ method: 'PATCH', path: '/partnerfeatures/:id/', access: 'user' });
  // @ts-expect-error A public route cannot require staff.
  route({ method: 'GET', path: '/v1/elsewhere/', access: 'public', staff: ['staff'] });
  expect(route({ ...labs, staff: ['staff'] }).staff).toEqual(['staff']);
});

test('each endpoint below the administration paths names its staff, and no other path counts as one', () => {
  const isBelow = (path: string) => /^\/(v1\/cs|partnerfeatures)\//.test(path);
  for (const { name, endpoint } of ENDPOINTS)
    expect(Boolean(endpoint.staff) || !isBelow(endpoint.path), name).toBe(true);
});

test('blank parameters of a staff list count as absent', () => {
  const lists = ENDPOINTS.filter(
    ({ endpoint: { staff, method, reply } }) => staff && method === 'GET' && reply !== 'bytes',
  );
  for (const { name, endpoint } of lists) {
    const { query } = endpoint as { query?: z.ZodType };
    if (!(query instanceof z.ZodObject)) continue;
    const all = Object.entries(query.shape as Record<string, z.ZodType>);
    const optional = z.object(
      Object.fromEntries(all.filter(([, part]) => part.safeParse(undefined).success)),
    );
    const blank = Object.fromEntries(Object.keys(optional.shape).map((key) => [key, '']));
    expect(optional.parse(blank), name).toEqual(optional.parse({}));
  }
});

test('a support session may read JSON and nothing else by default', () => {
  const get = { method: 'GET', path: '/v1/x/', access: 'user' } as const;
  expect(supportOf(get)).toBe('read');
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const)
    expect(supportOf({ ...get, method })).toBe('never');
  for (const reply of ['bytes', 'events', 'redirect']) expect(supportOf({ ...get, reply })).toBe('never');
  expect(supportOf({ ...get, support: 'never' })).toBe('never');
  expect(supportOf({ ...get, method: 'POST', support: 'write' })).toBe('write');
  expect(supportOf({ ...get, path: '/v1/cs/x/', staff: ['staff'], support: 'write' })).toBe('never');
});

test('support sessions write nothing but settings, scanner mails and what a scan shows', () => {
  const open = ENDPOINTS.filter(({ endpoint }) => endpoint.access !== 'public');
  expect(open.filter(({ endpoint }) => supportOf(endpoint) === 'write').map(({ name }) => name)).toEqual([
    'editSettings',
    'resendScannerMail',
    'setScan',
  ]);
  const read = open.filter(({ endpoint }) => supportOf(endpoint) === 'read').map(({ name }) => name);
  expect(read).toEqual(expect.arrayContaining(['listCases', 'eventStream', 'checkSession']));
  for (const closed of [
    'listSessions',
    'securityState',
    'listShares',
    'fileUrls',
    'downloadFile',
    'removeCases',
  ])
    expect(read).not.toContain(closed);
});

test('staff flags combine into one number', () => {
  const person = {
    is_device_manager: false,
    is_sales_manager: true,
    is_staff: true,
    is_device_user_viewer: false,
  };
  expect(staffFlagsOf(person)).toEqual(['sales_manager', 'staff']);
  expect(mayEnter(staffFlagsOf(person), ['device_manager', 'staff'])).toBe(true);
  expect(mayEnter([], STAFF_FLAGS)).toBe(false);
});

test('each whole number in a request is bounded: none is negative, and versions fit into the database’s 32 bits', () => {
  const loose: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (schema === null || typeof schema !== 'object') return;
    const { type, minimum, exclusiveMinimum, maximum, const: only } = schema as Record<string, unknown>;
    if (type === 'integer' && only === undefined) {
      const least = Number(minimum ?? exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
      const isVersion = /version/i.test(path);
      if (least < 0 || (isVersion && Number(maximum) > 2 ** 31 - 1)) loose.push(path);
    }
    for (const [key, part] of Object.entries(schema)) visit(part, `${path}.${key}`);
  };
  for (const { name, endpoint } of ENDPOINTS)
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = (endpoint as { [part in 'params' | 'query' | 'body']?: unknown })[part];
      if (schema instanceof z.ZodType)
        visit(z.toJSONSchema(schema, { unrepresentable: 'any' }), `${name}.${part}`);
    }
  expect(loose).toEqual([]);
});
