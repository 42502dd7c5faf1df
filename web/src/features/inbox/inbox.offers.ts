import { countInbox } from '@cusp/contract/inbox.routes';
import { subscribePush } from '@cusp/contract/push.routes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUnreadInTitle } from '../../client/page-title.ts';
import { useUser } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';
import { keepPushOn } from './push-browser.ts';

/** Browser timers are limited to about 24 days; checking again after a day is enough. */
const LONGEST_WAIT_MS = 24 * 3600 * 1000;

const useCount = () => useCall(countInbox, {}, ['inbox', 'count'], { enabled: useMayCall(countInbox) });

/** Number of unread notices. */
export const useUnreadNotices = (): number => useCount().data?.unread ?? 0;

/** Shows the number of unread notices in the tab and on the icon of the installed app. Mount once, in the shell. */
export function useInboxSigns(): void {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useCount();
  const unread = data?.unread ?? 0;
  const wakesIn = data?.wakes_in ?? null;
  useUnreadInTitle(unread);
  useEffect(() => {
    showOnIcon(unread);
    return () => showOnIcon(0);
  }, [unread]);
  // The server sends no event when a snoozed notice comes back.
  useEffect(() => {
    if (wakesIn === null) return;
    const left = dataUpdatedAt + wakesIn - Date.now();
    const look = () => void queries.invalidateQueries({ queryKey: ['inbox'] });
    const timer = setTimeout(look, Math.min(Math.max(left, 1000), LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [wakesIn, dataUpdatedAt, queries]);
}

/** Subscribes again in a new session. Mount once, in the shell. */
export function useNotifications(): void {
  const isAllowed = useMayCall(subscribePush);
  const { id } = useUser();
  useEffect(() => {
    // Retried with the next page.
    if (isAllowed) keepPushOn(id).catch(() => {});
  }, [isAllowed, id]);
}

/** Browsers without badges, or without an installed app, show nothing. */
function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  navigator.setAppBadge(count).catch(() => {});
}
