/** What this browser keeps about the signed-in person lies under one prefix and goes with them. Never anything about patients. */
const PREFIX = 'cusp.my.';

/** Key of a stored thing, as `storage` events name it. */
export const personalKey = (name: string): string => PREFIX + name;

/** Reads a kept value; null when there is none, when it cannot be read or when storage is blocked. */
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

/** Forgets everything personal: the stored user, settings and case filters. */
export function clearPersonal(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to forget.
  }
}

/** Marks when the person last changed something about themselves. */
export const CHANGED = 'changed';

/** Has the other tabs of the person take in what was changed here. */
export const tellOtherTabs = (): void => writePersonal(CHANGED, Date.now());

/** Hears of a change that another tab made to a kept value, or that it forgot everything. */
export function onPersonalChange(name: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === personalKey(name)) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
