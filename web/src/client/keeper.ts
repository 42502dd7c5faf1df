import type { Route } from '@cusp/contract/endpoint';

/** Keeps replies of the server for times without a connection. */
export interface Keeper {
  /** What is kept of a reply; undefined if nothing is. */
  answer(route: Route, input: object): unknown;
  /** The server has replied. */
  note(route: Route, reply: unknown): void;
}

let keeper: Keeper | null = null;

/** Registers who keeps replies; null for nobody. */
export function setKeeper(next: Keeper | null): void {
  keeper = next;
}

export const keptAnswer = (route: Route, input: object): unknown => keeper?.answer(route, input);
export const noteReply = (route: Route, reply: unknown): void => keeper?.note(route, reply);
