import { QueryClient } from '@tanstack/react-query';
import { isPassing } from '../client/api-error.ts';
import { currentSession, onSession } from '../client/session/session-store.ts';

const RETRIES = 2;

/** Live events make queries stale; the time is for when they are switched off or the line is down. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < RETRIES && isPassing(error),
    },
    mutations: { retry: false },
  },
});

// What one person saw must not be there for the next.
onSession(() => {
  if (currentSession().status === 'out') queryClient.clear();
});
