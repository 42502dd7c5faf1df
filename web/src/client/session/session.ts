import type { User } from '@cusp/contract/identity';
import type { AuthResult } from '@cusp/contract/sign-in';
import { checkSession, logout } from '@cusp/contract/sign-in.routes';
import { ApiError } from '../api-error.ts';
import { call } from '../call.ts';
import { loadLanding } from '../landing.ts';
import { clearPersonal, personalKey, readPersonal, writePersonal } from '../personal-storage.ts';
import { setAccess } from './access.ts';
import { idleState } from './idle-limit.ts';
import { lastActivity } from './last-activity.ts';
import { currentSession, isSignedIn, setSession } from './session-store.ts';

/** Who this browser is signed in as: enough to know that there is a session to restore. */
interface StoredUser {
  id: number;
  name: string;
}

const STORED_USER = 'user';
/** Whether storage holds the person of this tab, as far as this tab knows. */
let isStored = false;
/** Another tab that takes in another person forgets the one before and stores the new one within this time. */
const SETTLED_MS = 1_000;

/** Restores and verifies the session of the stored user; call once at start. */
export async function restoreSession(): Promise<void> {
  if (!readPersonal(STORED_USER)) return setSession({ status: 'out', left: false });
  setSession({ status: 'checking' });
  await verify();
}

const askSession = () => call(checkSession, { query: {} });

function takeIn(known: Awaited<ReturnType<typeof askSession>>): void {
  const { user, access, user_loc, server_loc, session } = known;
  setAccess(access);
  storeUser(user);
  setSession({ status: 'in', user, userLoc: user_loc, serverLoc: server_loc, limits: session });
}

async function verify(): Promise<void> {
  try {
    const [known] = await Promise.all([askSession(), loadLanding()]);
    // Who was signed out meanwhile, by another tab or by somebody who emptied the browser, stays out.
    if (currentSession().status === 'out') return;
    if (readPersonal(STORED_USER)) takeIn(known);
    else forget();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forget();
    else setSession({ status: 'unreachable' });
  }
}

/** Begins the session that a sign-in has opened. Fails with `ApiError` when the person cannot be loaded. */
export async function beginSession(auth: AuthResult): Promise<void> {
  setAccess(auth.access);
  const [known] = await Promise.all([askSession(), loadLanding()]);
  takeIn(known);
}

/**
 * Loads the signed-in person anew, after a change to profile, settings or group. When that fails the page goes
 * on with what it knows: work on it must not be lost, and a session that is over says so by itself.
 */
export async function reloadUser(): Promise<void> {
  if (!isSignedIn()) return;
  const known = await askSession().catch(() => null);
  if (!known || !isSignedIn()) return;
  if (isRemoved()) return followRemoval();
  takeIn(known);
}

/** Ends the session here and in every other tab. */
export const signOut = (): Promise<void> => end(false);

/** Ends the session so that another person can go on here: the sign-in page leads back. */
export const signOutToReturn = (): Promise<void> => end(false, true);

/** Ends the session of a browser that nobody uses; the sign-in page says why and leads back. */
export const signOutIdle = (): Promise<void> => end(true);

async function end(idle: boolean, returns = idle): Promise<void> {
  await leaveServer();
  forget(idle, returns);
}

/** Whoever cleared the storage by hand has left the session and its cookie behind; who signs in anew has not. */
function leaveUnlessAnew(): void {
  if (!readPersonal(STORED_USER)) void leaveServer();
}

async function leaveServer(): Promise<void> {
  await call(logout, {}).catch((error: unknown) => console.warn('sign-out was not heard', error));
}

/** Clears what is stored about the person and begins anew, as after 'Relogin required.'. */
export function beginAnew(): void {
  setAccess(null);
  clearPersonal();
  location.reload();
}

/** Follows the other tabs: a removed user signs out here too, a new one signs in, another one starts over. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A tab hears nothing of what is removed in it: it follows when the others forget the rest.
    if (isRemoved()) return followRemoval();
    if (event.key !== null && event.key !== personalKey(STORED_USER)) return;
    const stored = readPersonal(STORED_USER) as StoredUser | null;
    const now = currentSession();
    if (!stored) {
      if (now.status !== 'out') followRemoval();
    } else if (now.status === 'out') void restoreSession();
    else if ('user' in now && now.user.id !== stored.id) location.reload();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** This tab has stored its person, and somebody has removed them since. */
const isRemoved = (): boolean => isStored && !readPersonal(STORED_USER);

function followRemoval(): void {
  forget();
  setTimeout(leaveUnlessAnew, SETTLED_MS);
}

function storeUser(user: User): void {
  const stored: StoredUser = { id: user.id, name: user.name };
  const known = readPersonal(STORED_USER) as StoredUser | null;
  // What an earlier person left, such as case filters, is not this one's.
  if (known && known.id !== user.id) clearPersonal();
  writePersonal(STORED_USER, stored);
  // False where storage is blocked: there, a missing user says nothing.
  isStored = readPersonal(STORED_USER) !== null;
}

function forget(idle = isUnused(), returns = idle): void {
  isStored = false;
  setAccess(null);
  clearPersonal();
  setSession({ status: 'out', left: !returns && 'user' in currentSession(), idle });
}

/** Whether the limit has passed, whichever tab has noticed first. */
function isUnused(): boolean {
  const now = currentSession();
  if (!('limits' in now)) return false;
  return idleState(lastActivity(), Date.now(), now.limits.idle_minutes * 60_000).kind === 'over';
}
