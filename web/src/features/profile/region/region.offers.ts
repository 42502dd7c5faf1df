import { asksForRegion } from '../../../brand/app-info.ts';
import { isSupportTab } from '../../../client/area.ts';
import { readPersonal } from '../../../client/personal-storage.ts';
import { currentSession, isGuest, useSession } from '../../../client/session/session-store.ts';

/** Stored name of the session in which the person wants to choose later. */
export const LATER = 'region-later';

/** Identifies the current session by its latest end, which does not change. */
export function sessionId(): string {
  const session = currentSession();
  return session.status === 'in' ? session.limits.ends_at : '';
}

/** Whether to ask the signed-in person for the country that fixes the region of their data. */
export function useIsRegionOpen(): boolean {
  const session = useSession();
  const isOpen =
    session.status === 'in' &&
    asksForRegion() &&
    !isSupportTab &&
    !isGuest(session) &&
    !session.user.settings.data_loc_set;
  return isOpen && readPersonal(LATER) !== session.limits.ends_at;
}
