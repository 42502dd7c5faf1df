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
