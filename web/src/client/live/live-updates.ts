import type { LiveEvent } from '@cusp/contract/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isOwnAction, noteEcho } from '../action-ids.ts';
import { checkConnection, noteContact } from '../connection.ts';
import { takeDataStart } from '../landing.ts';
import { renewAccess } from '../session/access.ts';
import { reloadUser } from '../session/session.ts';
import { useSession } from '../session/session-store.ts';
import { makeStale } from './make-stale.ts';
import { openSharedStream } from './shared-stream.ts';
import { isMadeStale, staleBy } from './staleness.ts';
import type { StreamMessage } from './stream.ts';

type StreamState = 'off' | 'connecting' | 'up' | 'down';

let line: StreamState = 'off';
const watchers = new Set<() => void>();
function setLine(next: StreamState): void {
  line = next;
  for (const watcher of watchers) watcher();
}

/** Whether live updates reach this tab; `off` when the person switched them off. */
export const useStreamState = (): StreamState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => line,
  );

/** Invalidates queries by live events while the signed-in person has live updates on. Mount once, in the shell. */
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
    const apply = follow(queries, userId);
    const handle = (message: StreamMessage) => {
      if (message.kind === 'line' && !message.up) void checkConnection();
      else noteContact();
      apply(message);
    };
    const close = openSharedStream(userId, wasOff.current ? withResync(handle) : handle, takeDataStart());
    wasOff.current = false;
    return () => {
      close();
      setLine('off');
    };
  }, [userId, isIn, queries]);
}

/** After a period without a stream, everything on the page may be outdated when the stream is back. */
export function withResync(handle: (message: StreamMessage) => void): (message: StreamMessage) => void {
  let isBehind = true;
  return (message) => {
    handle(message);
    if (!isBehind || message.kind !== 'line' || !message.up) return;
    isBehind = false;
    handle({ kind: 'resync' });
  };
}

const listeners = new Set<(event: LiveEvent) => void>();

/** Calls the listener with actions of others, or of the person elsewhere; returns a function that unsubscribes. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Replays overlap, so events already seen are dropped. A stream remembers this many. */
const REMEMBERED = 2000;

/** Turns messages of a person's stream into invalidated queries. */
export function follow(queries: QueryClient, userId: number): (message: StreamMessage) => void {
  const seen = new Set<number>();
  return (message) => {
    switch (message.kind) {
      case 'line':
        // The server takes a closed stream for a closed page until the page reports its case again.
        if (message.up && line !== 'up') makeStale(queries, { queryKey: ['presence'] });
        return setLine(message.up ? 'up' : 'down');
      case 'resync':
        makeStale(queries);
        return void reloadUser();
      case 'presence':
        return makeStale(queries, { queryKey: ['presence', message.caseId] });
      case 'ended':
        return void renewAccess();
      case 'refused':
        // Reloading the user detects whether the session has ended; other reasons are temporary.
        return void reloadUser();
      case 'event': {
        const { event } = message;
        if (seen.has(event.id)) return;
        if (seen.size >= REMEMBERED) seen.clear();
        seen.add(event.id);
        // Others can read action ids and send them with their own changes, so the actor must match too.
        const isEcho = event.actor_id === userId && isOwnAction(event.action_id);
        if (isEcho) noteEcho(event.action_id, event.id);
        else applyEvent(queries, event);
      }
    }
  };
}

function applyEvent(queries: QueryClient, event: LiveEvent): void {
  for (const listener of listeners) listener(event);
  makeStale(queries, {
    predicate: ({ queryKey, state }) => isMadeStale(event, queryKey, state.data),
  });
  // The session store holds the signed-in person, not a query.
  if (staleBy(event).includes('user')) void reloadUser();
}
