import { uuid } from '../../../client/uuid.ts';

/**
 * Search texts by a meaningless word that stands for them in the address. Back and forward find the text
 * again; a reload, another tab, another person or the browser's history do not, because it holds names of
 * patients.
 */
const kept = new Map<string, { userId: number; text: string }>();
const MOST = 200;

/** The word for a search text, null for an empty one. */
export function wordFor(userId: number, text: string): string | null {
  if (text === '') return null;
  for (const [word, found] of kept) if (found.text === text && found.userId === userId) return word;
  const word = uuid().slice(0, 8);
  kept.set(word, { userId, text });
  const oldest = kept.keys().next().value;
  if (kept.size > MOST && oldest) kept.delete(oldest);
  return word;
}

/** The search text behind the `find` of an address, '' when this page does not know it. */
export function textBehind(userId: number, search: string): string {
  const found = kept.get(new URLSearchParams(search).get('find') ?? '');
  return found?.userId === userId ? found.text : '';
}
