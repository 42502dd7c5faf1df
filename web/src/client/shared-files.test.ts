import type { User } from '@cusp/contract/identity';
import { expect, test, vi } from 'vitest';
import { setSession } from './session/session-store.ts';
import { sharedFiles } from './shared-files.ts';

test('shared files outlast signing in, and go when the session ends', async () => {
  const postMessage = vi.fn((_: unknown, [port]: MessagePort[]) =>
    port?.postMessage([new File(['x'], 'a.png')]),
  );
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } });
  const limits = { idle_minutes: 30, ends_at: '2999-01-01T00:00:00Z', unsecured: false };
  const session = { user: {} as User, userLoc: 'EU', serverLoc: 'EU', limits } as const;
  expect(await sharedFiles('a')).toHaveLength(1);
  setSession({ status: 'in', ...session });
  await sharedFiles('a');
  expect(postMessage).toHaveBeenCalledTimes(1);
  setSession({ status: 'out', left: false, idle: true });
  await sharedFiles('a');
  expect(postMessage).toHaveBeenCalledTimes(2);
});
