import type { User } from '@cusp/contract/identity';
import { PAGES } from '@cusp/contract/pages';
import type { AuthResult } from '@cusp/contract/sign-in';
import { checkSession } from '@cusp/contract/sign-in.routes';
import { ApiError } from '../api-error.ts';
import { AREA, CALLER, isSupportOfTab, isSupportTab } from '../area.ts';
import { call } from '../call.ts';
import { endPush } from '../end-push.ts';
import { dropLandingData, loadLanding, requestLandingData } from '../landing.ts';
import { clearPersonal, personalKey, readPersonal, writePersonal } from '../personal-storage.ts';
import { dropPushWish, takeOverPushWish } from '../push-wish.ts';
import { setAccess } from './access.ts';
import { idleState } from './idle-limit.ts';
import { clearKept } from './kept-storage.ts';
import { lastActivity } from './last-activity.ts';
import { dropLeaving, finishLeaving, hasLeft, leaveServer } from './leaving.ts';
import { currentSession, isSignedIn, setSession } from './session-store.ts';
import { markVisit } from './visit-mark.ts';

/** The stored identity: just enough to show that there is a session to restore. */
interface StoredUser {
  id: number;
  name: string;
}

const STORED_USER = 'user';
/** Whether storage holds this tab's person, as far as this tab can tell. */
let isStored = false;
/** A tab in which another person signs in clears the previous one and stores the new one within this time. */
const SETTLED_MS = 1_000;

/** Restores and verifies the session of the stored user. Call once at start. */
export async function restoreSession(): Promise<void> {
  // After a sign-out without a connection the cookie still opens the session, for anyone who stores a user.
  if (hasLeft()) void finishLeaving();
  const stored = readPersonal(STORED_USER) as StoredUser | null;
  if (hasLeft() || !stored) return setSession({ status: 'out', left: false });
  takeOverPushWish(stored.id);
  setSession({ status: 'checking' });
  await verify();
}

const askSession = () => call(checkSession, { query: CALLER });

/** Requests the data of the stored person's first screen as soon as the session is known; its code may still load. */
async function requestAhead({ access, user, guest }: Awaited<ReturnType<typeof askSession>>): Promise<void> {
  const stored = readPersonal(STORED_USER) as StoredUser | null;
  if (AREA !== 'my' || guest || stored?.id !== user.id || currentSession().status !== 'checking') return;
  setAccess(access);
  await requestLandingData();
}

function takeIn(known: Awaited<ReturnType<typeof askSession>>): void {
  const { user, access, user_loc, server_loc, session, support, guest = false } = known;
  if (isSupportTab && !(support && isSupportOfTab(support.id))) {
    replaced();
    return;
  }
  setAccess(access);
  markVisit(guest);
  storeUser(user);
  const locations = { userLoc: user_loc, serverLoc: server_loc };
  setSession({ status: 'in', user, ...locations, limits: session, support, isGuest: guest });
}

/** Another support tab has replaced the session of this one. The person stored in the browser belongs to that tab. */
function replaced(): void {
  isStored = false;
  setAccess(null);
  setSession({ status: 'out', left: false });
}

async function verify(): Promise<void> {
  try {
    const asked = askSession().then(async (reply) => {
      // A first render that begins before the requests would delay them until its end.
      await requestAhead(reply);
      return reply;
    });
    const [known] = await Promise.all([asked, loadLanding()]);
    // Respects a sign-out in another tab, or by clearing the storage, during the request.
    if (currentSession().status === 'out') return;
    if (readPersonal(STORED_USER)) takeIn(known);
    else forget();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forget();
    else setSession({ status: 'unreachable' });
  }
}

/** Starts the session of a successful sign-in. Fails with `ApiError` if the person cannot be loaded. */
export async function beginSession(auth: AuthResult): Promise<void> {
  dropLeaving();
  setAccess(auth.access);
  // After a session has ended, the page still shows its data.
  const isFirst = AREA === 'my' && !auth.guest && currentSession().status === 'out';
  if (isFirst) void requestLandingData();
  try {
    const [known] = await Promise.all([askSession(), loadLanding()]);
    takeIn(known);
  } catch (error) {
    if (isFirst) {
      setAccess(null);
      dropLandingData();
    }
    throw error;
  }
}

/**
 * Reloads the signed-in person after a change to profile, settings or group. On failure the page keeps the known data,
 * so that work on it is not lost; an ended session is reported separately.
 */
export async function reloadUser(): Promise<void> {
  if (!isSignedIn()) return;
  const known = await askSession().catch(() => null);
  if (!known || !isSignedIn()) return;
  if (isRemoved()) return followRemoval();
  takeIn(known);
}

export const signOut = (): Promise<void> => end(false);

/** Signs out for another person; the sign-in page leads back here. */
export const signOutToReturn = (): Promise<void> => end(false, true);

/** Signs out an idle browser; the sign-in page gives the reason and leads back here. */
export const signOutIdle = (): Promise<void> => end(true);

/** Ends a guest's visit and returns to the site of their own region. */
export function endVisit(site: string): void {
  // The page does not wait, so that it does not show the end of its session first.
  void leaveServer(true);
  markVisit(false);
  clearPersonal();
  keepNothing();
  location.assign(site + PAGES.cases);
}

/** All input on the page belongs to an ended session, so no prompt may ask whether to stay for it. */
function keepNothing(): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), {
    capture: true,
    once: true,
  });
}

async function end(idle: boolean, returns = idle): Promise<void> {
  if (!idle && AREA === 'my') dropPushWish();
  await leaveServer();
  forget(idle, returns);
}

/**
 * Storage cleared by hand leaves the session and its cookie behind; a new sign-in does not, so wait for that
 * first.
 */
function signOutUnlessReplaced(): void {
  if (!readPersonal(STORED_USER)) void leaveServer();
}

/** Clears what is stored about the person and reloads, as after 'Relogin required.'. */
export function clearAndReload(): void {
  setAccess(null);
  clearPersonal();
  keepNothing();
  location.reload();
}

/**
 * Follows the other tabs: a removed user signs out here too, a new one signs in, a different one reloads the
 * page.
 */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // Storage of support tabs refers only to the person of the latest one, so a tab asks whether its session still
    // exists.
    if (isSupportTab) {
      void reloadUser();
      return;
    }
    // Browsers fire no storage event in the tab that removed the key, so it reacts when other tabs clear the rest.
    if (isRemoved()) return followRemoval();
    if (event.key !== null && event.key !== personalKey(STORED_USER)) return;
    const stored = readPersonal(STORED_USER) as StoredUser | null;
    const now = currentSession();
    if (!stored) {
      if (now.status !== 'out') followRemoval();
    } else if (now.status === 'out') void restoreSession();
    else if ('user' in now && now.user.id !== stored.id) {
      keepNothing();
      location.reload();
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Whether this tab stored its person and the entry has been removed since. */
const isRemoved = (): boolean => isStored && !readPersonal(STORED_USER);

function followRemoval(): void {
  forget();
  setTimeout(signOutUnlessReplaced, SETTLED_MS);
}

function storeUser(user: User): void {
  const stored: StoredUser = { id: user.id, name: user.name };
  const known = readPersonal(STORED_USER) as StoredUser | null;
  // Data of the previous person, such as case filters, must not reach this one.
  if (known && known.id !== user.id) {
    clearPersonal();
    endPush();
  }
  clearKept(user.id);
  writePersonal(STORED_USER, stored);
  // False if storage is blocked, so that a missing user there does not sign out.
  isStored = readPersonal(STORED_USER) !== null;
}

function forget(idle = isUnused(), returns = idle): void {
  isStored = false;
  setAccess(null);
  clearPersonal();
  endPush();
  const { status } = currentSession();
  setSession({ status: 'out', left: !returns && 'user' in currentSession(), idle });
  // Input is kept for the person after a session that ended by itself, but not after signing out.
  if (status === 'in' && !idle) clearKept();
}

/** Whether the limit has passed, no matter which tab noticed first. */
function isUnused(): boolean {
  const now = currentSession();
  if (!('limits' in now)) return false;
  return idleState(lastActivity(), Date.now(), now.limits.idle_minutes * 60_000).kind === 'over';
}
