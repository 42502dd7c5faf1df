import { useSyncExternalStore } from 'react';

export interface Connection {
  /** Whether the server can be reached, as far as this page can tell. */
  isUp: boolean;
  /** The browser has no network; otherwise only the server does not respond. */
  isOffline: boolean;
  /** ISO 8601 time of the last message from the server before the connection was lost; null if there was none. */
  lastContact: string | null;
}

const RETRY_MS = 3_000;
const TIMEOUT_MS = 8_000;

let state: Connection = { isUp: true, isOffline: false, lastContact: null };
let lastContact: string | null = null;
let checking: Promise<boolean> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<(now: Connection) => void>();

export const connection = (): Connection => state;

/** Calls `watcher` when the connection is lost and when it is back. Returns a function that ends this. */
export function onConnection(watcher: (now: Connection) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useConnection = (): Connection => useSyncExternalStore(onConnection, connection);

/** The server has just sent something. */
export function noteContact(): void {
  lastContact = new Date().toISOString();
}

/** Called when the page has cleared the data that it had loaded before the connection was lost. */
export function noteCleared(): void {
  lastContact = null;
  if (state.isUp) return;
  state = { ...state, lastContact };
  for (const watcher of [...watchers]) watcher(state);
}

/**
 * Checks whether the server responds, and repeats until it does. Any response counts: a proxy that answers 503 is not a
 * network failure of the person.
 */
export function checkConnection(): Promise<boolean> {
  checking ??= respondsNow().then((isUp) => {
    checking = null;
    setUp(isUp);
    return isUp;
  });
  return checking;
}

async function respondsNow(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

function setUp(isUp: boolean): void {
  clearTimeout(timer);
  if (!isUp) timer = setTimeout(() => void checkConnection(), RETRY_MS);
  const isOffline = !navigator.onLine;
  if (isUp === state.isUp && (isUp || isOffline === state.isOffline)) return;
  state = { isUp, isOffline: !isUp && isOffline, lastContact: isUp ? null : lastContact };
  for (const watcher of [...watchers]) watcher(state);
}

/** Watches the network of the browser. Call once at start. */
export function watchNetwork(): void {
  addEventListener('offline', () => setUp(false));
  addEventListener('online', () => void checkConnection());
  // The service worker opens the app without a network too, and then no event reports it.
  if (!navigator.onLine) setUp(false);
}
