/**
 * Data that this tab stores for a person: texts in forms while their session is over, and the chosen view of the list.
 */
const PREFIX = 'cusp.kept.';

interface Kept {
  userId: number;
  values: object;
}

function read(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

export function readKept(form: string, userId: number): object | null {
  const kept = read(PREFIX + form);
  return kept?.userId === userId ? kept.values : null;
}

export function writeKept(form: string, userId: number, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + form, JSON.stringify({ userId, values } satisfies Kept));
  } catch {
    // Storage is full or blocked.
  }
}

export function removeKept(form: string): void {
  try {
    sessionStorage.removeItem(PREFIX + form);
  } catch {}
}

/** Removes the kept input of everybody, or of everybody but one person. */
export function clearKept(except?: number): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys)
      if (except === undefined || read(key)?.userId !== except) sessionStorage.removeItem(key);
  } catch {}
}
