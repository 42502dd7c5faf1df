import { AREA } from './area.ts';

const CUSTOMERS = 'cusp.my.';
/**
 * Everything this browser stores about the signed-in person of one area has its prefix and is cleared at sign-out. It
 * must not contain patient data.
 */
const PREFIX = `cusp.${AREA}.`;

/** The full storage key, as `storage` events name it. */
export const personalKey = (name: string): string => PREFIX + name;

/** Reads a stored value; null if it is missing, unreadable or storage is blocked. */
export function readPersonal(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

export function writePersonal(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or blocked: the page works without it.
  }
}

/** Whether a person is signed in to the customers' area of this browser, according to its storage. */
export function holdsCustomer(): boolean {
  try {
    return localStorage.getItem(`${CUSTOMERS}user`) !== null;
  } catch {
    return false;
  }
}

/** The database of cases that are kept for times without a connection. */
export const OFFLINE_STORE = 'cusp-offline';
/** The database of changes that wait for a connection. It stays at sign-out, because its key is released to the same person only. */
export const WAITING_STORE = 'cusp-waiting';

/** Clears all personal data of this area, or of the customers': the stored user, settings and case filters. */
export function clearPersonal(of: 'here' | 'customer' = 'here'): void {
  const prefix = of === 'customer' ? CUSTOMERS : PREFIX;
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) localStorage.removeItem(key);
    if (prefix === CUSTOMERS) globalThis.indexedDB?.deleteDatabase(OFFLINE_STORE);
  } catch {}
}

/** Key of the time at which the person last changed their own account. */
export const CHANGED = 'changed';

/** Notifies the person's other tabs of such a change. */
export const notifyOtherTabs = (): void => writePersonal(CHANGED, Date.now());

/** Calls the listener when another tab changes a stored value or clears everything. */
export function onPersonalChange(name: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === personalKey(name)) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
