import type { LiveEvent } from '@cusp/contract/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isOwnAction } from '../action-ids.ts';
import { renewAccess } from '../session/access.ts';
import { reloadUser } from '../session/session.ts';
import { useSession } from '../session/session-store.ts';
import { makeStale } from './make-stale.ts';
import { openSharedStream } from './shared-stream.ts';
import { isMadeStale, staleBy } from './staleness.ts';
import type { StreamNews } from './stream.ts';

type LineState = 'off' | 'connecting' | 'up' | 'down';

let line: LineState = 'off';
const watchers = new Set<() => void>();
function setLine(next: LineState): void {
  line = next;
  for (const watcher of watchers) watcher();
}

/** Whether live updates reach this tab; `off` when the person switched them off. */
export const useLineState = (): LineState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => line,
  );

/** Keeps every query fresh while somebody is signed in who wants that; mount once, in the shell. */
export function useLiveUpdates(): void {
  const queries = useQueryClient();
  const session = useSession();
  const isIn = session.status === 'in';
  const userId = isIn && session.user.settings.use_auto_refresh ? session.user.id : null;
  const wasOff = useRef(false);
  useEffect(() => {
    if (userId === null) {
      wasOff.current = isIn;
      return setLine('off');
    }
    setLine('connecting');
    const hear = follow(queries, userId);
    const close = openSharedStream(userId, wasOff.current ? catchingUp(hear) : hear);
    wasOff.current = false;
    return () => {
      close();
      setLine('off');
    };
  }, [userId, isIn, queries]);
}

/** For a page that did not listen for a while: when the line is up, all that it shows may be from before. */
export function catchingUp(hear: (news: StreamNews) => void): (news: StreamNews) => void {
  let isBehind = true;
  return (news) => {
    hear(news);
    if (!isBehind || news.kind !== 'line' || !news.up) return;
    isBehind = false;
    hear({ kind: 'resync' });
  };
}

/** Replays overlap, so what was seen is dropped; a stream remembers this many events. */
const REMEMBERED = 2000;

/** Turns what a person's stream tells into stale queries. */
export function follow(queries: QueryClient, userId: number): (news: StreamNews) => void {
  const seen = new Set<number>();
  return (news) => {
    switch (news.kind) {
      case 'line':
        // The server took the line's end for that of the browser, until a page says otherwise.
        if (news.up && line !== 'up') makeStale(queries, { queryKey: ['presence'] });
        return setLine(news.up ? 'up' : 'down');
      case 'resync':
        makeStale(queries);
        return void reloadUser();
      case 'presence':
        return makeStale(queries, { queryKey: ['presence', news.caseId] });
      case 'ended':
        return void renewAccess();
      case 'refused':
        // A session that is over is found out by asking; any other reason passes.
        return void reloadUser();
      case 'event': {
        const { event } = news;
        if (seen.has(event.id)) return;
        if (seen.size >= REMEMBERED) seen.clear();
        seen.add(event.id);
        // Others read the id of an action, and could send it along with their own.
        const isEcho = event.actor_id === userId && isOwnAction(event.action_id);
        if (!isEcho) applyEvent(queries, event);
      }
    }
  };
}

function applyEvent(queries: QueryClient, event: LiveEvent): void {
  makeStale(queries, {
    predicate: ({ queryKey, state }) => isMadeStale(event, queryKey, state.data),
  });
  // The signed-in person is kept by the session, not by a query.
  if (staleBy(event).includes('user')) void reloadUser();
}
