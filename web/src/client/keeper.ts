import type { Route } from '@cusp/contract/endpoint';

/** Keeps replies of the server for times without a connection. */
export interface Keeper {
  /** The stored reply to a request; undefined if it is not stored. */
  answer(route: Route, input: object): unknown;
  /** The server has replied. */
  note(route: Route, reply: unknown): void;
}

let keeper: Keeper | null = null;

/** Registers the keeper of replies; null removes it. */
export function setKeeper(next: Keeper | null): void {
  keeper = next;
}

export const keptAnswer = (route: Route, input: object): unknown => keeper?.answer(route, input);
export const noteReply = (route: Route, reply: unknown): void => keeper?.note(route, reply);
