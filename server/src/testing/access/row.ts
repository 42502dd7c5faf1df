import type { Persona } from './personas.ts';
import type { World } from './world.ts';

export interface Try {
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Row {
  /** What is asked, on fresh data for each persona. */
  ask(world: World, persona: Persona): Try | Promise<Try>;
  /** The status each persona gets; `others` are the personas not named. */
  gets: { [P in Persona]?: number } & { others: number };
  /** An endless answer: only its head is read. */
  stream?: boolean;
  /** Successes change who is connected, in a group or secured: the row gets people of its own. */
  ownWorld?: boolean;
  /** Why no persona can succeed; required when none does. */
  neverBecause?: string;
}

const PARTIES = ['author', 'authorGroup', 'recipient', 'recipientGroup'] as const;

export const anybody = (ask: Row['ask'], status = 200): Row => ({ ask, gets: { others: status } });
export const signedIn = (ask: Row['ask'] = () => ({}), status = 200): Row => ({
  ask,
  gets: { nobody: 401, others: status },
});
/** Both sides of a case may, everybody else learns nothing. */
export const parties = (ask: Row['ask'], but: { [P in Persona]?: number } = {}): Row => ({
  ask,
  gets: {
    ...Object.fromEntries(PARTIES.map((persona) => [persona, 200])),
    ...but,
    nobody: 401,
    others: 404,
  },
});
export const authorOnly = (ask: Row['ask'], status = 200): Row => ({
  ask,
  gets: { author: status, nobody: 401, others: 404 },
});

export const ofCase =
  (more: Try = {}) =>
  async (world: World) => ({ params: { id: (await world.newCase()).id }, ...more });
export const ofDraft =
  (more: Try = {}) =>
  async (world: World) => ({ params: { id: (await world.newDraft()).id }, ...more });
export const ofFile = async (world: World) => ({ params: { id: (await world.newCase()).fileId } });
export const ofUpload = (more: Try) => async (world: World) => ({
  params: { upload: await world.newUpload() },
  ...more,
});
export const ofComment =
  (more: Try = {}) =>
  async (world: World) => ({
    params: { id: (await world.newCase()).commentId },
    ...more,
  });

/** A row in which nobody succeeds, with the reason. */
export const never = (neverBecause: string, row: Row): Row => ({ ...row, neverBecause });

/** The row changes relations between people, so it gets a world of its own. */
export const apart = (row: Row): Row => ({ ...row, ownWorld: true });

export function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
