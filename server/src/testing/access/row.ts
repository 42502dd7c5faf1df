import { type Endpoint, supportOf } from '@cusp/contract/endpoint';
import type { StaffFlag } from '@cusp/contract/staff.routes';
import { isStaffPersona, isSupportPersona, type Persona } from './personas.ts';
import type { World } from './world.ts';

export interface Try {
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Row {
  /** What is asked: fresh data for each persona who succeeds, the same for those who are refused. */
  ask(world: World, persona: Persona): Try | Promise<Try>;
  /**
   * The status each persona gets; `others` are the personas not named. Those with a staff session are named or refused,
   * unless anybody may enter or the row is `alsoStaff`.
   */
  gets: { [P in Persona]?: number } & { others: number };
  /** Staff sessions may enter what is otherwise for customers. */
  alsoStaff?: boolean;
  /** Where a redirect leads. One that carries an error is no success. */
  leadsTo?: string;
  /** An endless answer: only its head is read. */
  stream?: boolean;
  /**
   * Successes change who is connected, in a group or secured, or each object replaces the one before: the row gets
   * people of its own, and each persona a fresh object.
   */
  ownWorld?: boolean;
  /** The answer takes its time on purpose: the personas ask side by side. */
  slow?: boolean;
  /** Why no persona can succeed; required when none does. */
  neverBecause?: string;
}

const PARTIES = ['author', 'authorGroup', 'recipient', 'recipientGroup'] as const;

export const anybody = (ask: Row['ask'], status = 200): Row => ({ ask, gets: { others: status } });
export const signedIn = (ask: Row['ask'] = () => ({}), status = 200): Row => ({
  ask,
  gets: { nobody: 401, others: status },
});
/** Open to everybody, and asks who it is where a session is shown. */
export const asksForSession = (row: Row): Row => ({
  ...row,
  gets: { ...row.gets, formerStaff: 401, supportRead: 403, supportWrite: 403, formerSupport: 401 },
});

/** Customers, and staff by their own sessions too. */
export const signedInAnywhere = (ask: Row['ask'] = () => ({}), status = 200): Row => ({
  ...signedIn(ask, status),
  alsoStaff: true,
});

const PERSONA_OF = {
  device_manager: 'deviceManager',
  sales_manager: 'salesManager',
  staff: 'staff',
  device_user_viewer: 'deviceUserViewer',
} as const satisfies Record<StaffFlag, Persona>;

/** Staff with one of these flags, by a session begun at /adm. */
export const staffOnly = (flags: readonly StaffFlag[], ask: Row['ask'] = () => ({}), status = 200): Row => ({
  ask,
  gets: {
    ...Object.fromEntries(flags.map((flag) => [PERSONA_OF[flag], status])),
    nobody: 401,
    formerStaff: 401,
    others: 403,
  },
});

/** What a persona must get from an endpoint. */
export function statusFor(row: Row, persona: Persona, endpoint: Endpoint): number {
  const { gets, alsoStaff } = row;
  const { access } = endpoint;
  const named = gets[persona];
  if (isSupportPersona(persona)) {
    if (access === 'public') return named ?? gets.others;
    if (persona === 'formerSupport') return 401;
    const support = supportOf(endpoint);
    const isOpen = support === 'read' || (support === 'write' && persona === 'supportWrite');
    return isOpen ? (named ?? statusFor(row, 'author', endpoint)) : 403;
  }
  if (named !== undefined || access === 'public' || !isStaffPersona(persona)) return named ?? gets.others;
  if (persona === 'formerStaff') return 401;
  return alsoStaff ? gets.others : 403;
}

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

/** The server answers no sooner than after a while, so that its time tells nothing. */
export const slow = (row: Row): Row => ({ ...row, slow: true });

/** A browser window is led on to the page that says what is wrong. */
export const ledToError = (ask: Row['ask'], code: string): Row => ({
  ...anybody(ask, 303),
  leadsTo: `/login/social/response?error=${code}`,
});

export function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
