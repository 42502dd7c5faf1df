// @vitest-environment happy-dom

import { createDraft } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
});

async function areaAt(path: string) {
  vi.resetModules();
  history.pushState(null, '', path);
  return import('../../client/area.ts');
}

test('a tab that began at /support stays one, except in the administration, until it is left', async () => {
  expect((await areaAt('/dashboard')).isSupportTab).toBe(false);
  expect((await areaAt(PAGES.support)).CALLER).toEqual({ callfrom: 'support' });
  expect((await areaAt('/cases')).AREA).toBe('support');
  expect((await areaAt('/adm/users')).AREA).toBe('adm');
  const { leaveSupport } = await areaAt('/cases');
  leaveSupport();
  expect((await areaAt('/cases')).AREA).toBe('my');
});

const known = (id: number) => ({
  access: 'token',
  uid: 'MQ',
  user_loc: 'US',
  server_loc: 'US',
  user: { id: 7, name: 'Anna Berg' },
  session: { idle_minutes: 30, ends_at: '2030-01-01T00:00:00Z', unsecured: false },
  support: { id, staff: 'Stella Staff', mode: 'read', sees_patients: false },
});
const answer = (id: number) => vi.stubGlobal('fetch', async () => Response.json(known(id)));
const load = async (path: string) => {
  await areaAt(path);
  (await import('../../client/landing.ts')).setLanding(async () => {});
  return {
    ...(await import('../../client/session/session.ts')),
    ...(await import('../../client/session/session-store.ts')),
  };
};

test('a support tab ends when another one has begun a session, also after a reload', async () => {
  answer(31);
  const begun = await load(PAGES.support);
  (await import('../../client/area.ts')).bindToSupport(31);
  await begun.beginSession({ access: 'token' } as never);
  expect(begun.currentSession()).toMatchObject({ status: 'in', support: { id: 31 } });
  const reloaded = await load('/cases');
  await reloaded.restoreSession();
  expect(reloaded.currentSession().status).toBe('in');
  answer(32);
  await reloaded.reloadUser();
  expect(reloaded.currentSession()).toEqual({ status: 'out', left: false });
  const again = await load('/cases');
  await again.restoreSession();
  expect(again.currentSession()).toEqual({ status: 'out', left: false });
  vi.unstubAllGlobals();
});

test('of two support tabs opened at once, the one whose session was replaced ends', async () => {
  const tab = await load(PAGES.support);
  (await import('../../client/area.ts')).bindToSupport(31);
  // The check uses the cookie, which now belongs to session 32 of another tab.
  answer(32);
  await tab.beginSession({ access: 'token' } as never);
  expect(tab.currentSession()).toEqual({ status: 'out', left: false });
  vi.unstubAllGlobals();
});

test('a support tab sends nothing that is closed to it', async () => {
  await areaAt(PAGES.support);
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const { call } = await import('../../client/call.ts');
  await expect(call(createDraft, { body: { key: crypto.randomUUID() } })).rejects.toMatchObject({
    code: 'closed_to_support',
  });
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
