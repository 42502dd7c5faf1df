import { EVENTS, type EventName, type LiveEvent, type Stale } from '@cusp/contract/events';

type Happening = Pick<LiveEvent, 'name' | 'case_id' | 'ids'>;

const OF_ONE_CASE: readonly Stale[] = ['case', 'files', 'comments', 'handoffs', 'history', 'shares'];

const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name);

/** What an event makes stale; nothing for events that this version does not know. */
export const staleBy = ({ name }: Pick<LiveEvent, 'name'>): readonly Stale[] =>
  isEventName(name) ? EVENTS[name] : [];

/** Ids of the cases an event names, whatever its payload calls them; empty when it names none. */
export function casesOf({ case_id, ids }: Pick<LiveEvent, 'case_id' | 'ids'>): readonly number[] {
  if (case_id !== null) return [case_id];
  return [ids.cases, ids.case_ids, ids.posts, ids.post_ids].flat().filter((id) => id !== undefined);
}

/**
 * Whether an event makes a query stale. What belongs to one case does only for the event's cases, by the
 * id in the key or, for a case that was opened by its number, in the answer. A new case concerns a list of
 * cases on its first page only: later pages would shift under their reader.
 */
export function isMadeStale(event: Happening, key: readonly unknown[], data: unknown): boolean {
  const word = staleBy(event).find((each) => each === key[0]);
  if (!word) return false;
  if (event.name === 'post_published' && word === 'cases' && isLaterPage(key[1])) return false;
  if (!OF_ONE_CASE.includes(word)) return true;
  const cases = casesOf(event);
  // A number may be that of any case until its answer is there.
  const isUnknown = data === undefined && typeof key[1] === 'string';
  return cases.length === 0 || isUnknown || cases.some((id) => key[1] === id || idOf(data) === id);
}

const idOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;

const isLaterPage = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'page' in query && Number(query.page) > 1;
