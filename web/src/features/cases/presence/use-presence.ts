import type { PersonHere } from '@cusp/contract/presence';
import { heartbeat, leaveCase, PRESENCE_BEAT_MS, TYPING_BEAT_MS } from '@cusp/contract/presence.routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../../client/call.ts';
import { accessToken } from '../../../client/session/access.ts';
import { uuid } from '../../../client/uuid.ts';
import { Watchers } from '../../../client/watchers.ts';

const NOBODY: readonly PersonHere[] = [];

/** Reports that this case is open here while its page is visible, and returns the others who view it. */
export function usePresence(caseId: number): readonly PersonHere[] {
  const [visit] = useState(uuid);
  const typing = useTyping(caseId);
  const { data, refetch } = useQuery({
    queryKey: ['presence', caseId, visit],
    queryFn: ({ signal }) =>
      call(heartbeat, { params: { id: caseId }, body: { visit, typing } }, { signal, isOwnAccord: true }),
    refetchInterval: typing ? TYPING_BEAT_MS : PRESENCE_BEAT_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  });

  const said = useRef(typing);
  useEffect(() => {
    if (said.current === typing) return;
    said.current = typing;
    void refetch();
  }, [typing, refetch]);

  useEffect(() => {
    const leave = () => {
      // Signing out already ends presence, and the server forgets a page that cannot report within a minute.
      if (!accessToken()) return;
      const input = { params: { id: caseId }, query: { visit } };
      void call(leaveCase, input, { keepalive: true, isOwnAccord: true }).catch(() => {});
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [caseId, visit]);

  return data?.people ?? NOBODY;
}

/** Without a key press for this long, typing has stopped. */
const PAUSE_MS = 6_000;

let typedIn: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Watchers();

function set(caseId: number | null): void {
  if (typedIn === caseId) return;
  typedIn = caseId;
  watchers.notify();
}

/** Records a key press in a comment on this case. */
export function noteTyping(caseId: number): void {
  clearTimeout(timer);
  timer = setTimeout(noteTypingOver, PAUSE_MS);
  set(caseId);
}

/** The comment was sent or closed. */
export function noteTypingOver(): void {
  clearTimeout(timer);
  set(null);
}

/** Whether a comment on this case is being typed in this tab. */
const useTyping = (caseId: number): boolean =>
  useSyncExternalStore(watchers.subscribe, () => typedIn === caseId);
