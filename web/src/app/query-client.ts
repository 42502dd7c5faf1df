import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isTemporary } from '../client/api-error.ts';
import { connection, onConnection } from '../client/connection.ts';
import { currentSession, onSession } from '../client/session/session-store.ts';

const RETRIES = 2;

/**
 * Live events invalidate queries; this stale time matters only while they are off or disconnected. Without a connection
 * requests fail immediately instead of waiting, so that no page shows placeholders forever, and failed requests are
 * repeated when it is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && connection().isUp && isTemporary(error),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The browser's own events do not reveal a server that does not respond.
onlineManager.setEventListener(() => () => {});
onlineManager.setOnline(connection().isUp);
onConnection(() => onlineManager.setOnline(connection().isUp));

// Clears the cache so that the next person in this browser does not see the data of the previous one.
onSession(() => {
  if (currentSession().status === 'out') queryClient.clear();
});
