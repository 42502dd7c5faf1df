import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import failing from '../fixtures/fail.json' with { type: 'json' };
import activities from '../fixtures/pass/activities.json' with { type: 'json' };
import appInfo from '../fixtures/pass/appInfo.json' with { type: 'json' };
import getCase from '../fixtures/pass/getCase.json' with { type: 'json' };
import getProfile from '../fixtures/pass/getProfile.json' with { type: 'json' };
import groupUsers from '../fixtures/pass/groupUsers.json' with { type: 'json' };
import listCases from '../fixtures/pass/listCases.json' with { type: 'json' };
import listComments from '../fixtures/pass/listComments.json' with { type: 'json' };
import listConnections from '../fixtures/pass/listConnections.json' with { type: 'json' };
import statusCounts from '../fixtures/pass/statusCounts.json' with { type: 'json' };
import { ENDPOINTS, type EndpointName } from './endpoints.ts';

const PASSING: Partial<Record<EndpointName, unknown>> = {
  activities,
  appInfo,
  getCase,
  getProfile,
  groupUsers,
  listCases,
  listComments,
  listConnections,
  statusCounts,
};

const replyOf = (name: string): z.ZodType => {
  const found = ENDPOINTS.find((each) => each.name === name);
  if (!found || typeof found.endpoint.reply === 'string') throw new Error(`${name} has no JSON reply`);
  return found.endpoint.reply;
};

/** A copy with one value replaced; the path walks through objects and arrays, without a value it is removed. */
function changed(reply: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(reply) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const owner = steps.reduce<Record<string, unknown>>(
    (at, step) => at[step] as Record<string, unknown>,
    copy,
  );
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copy;
}

describe('replies as they are sent', () => {
  test.each(Object.entries(PASSING))('%s passes and loses nothing', (name, reply) => {
    expect(replyOf(name).parse(reply)).toEqual(reply);
  });
});

describe('replies that must fail', () => {
  test.each(failing as { endpoint: EndpointName; path: string; value?: unknown; why: string }[])(
    '$endpoint: $why',
    ({ endpoint, path, value }) => {
      const result = replyOf(endpoint).safeParse(changed(PASSING[endpoint], path, value));
      expect(result.success).toBe(false);
      expect(result.error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
    },
  );
});
