import { type Endpoint, isOpenToGuests, supportOf } from '@cusp/contract/endpoint';
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
  /** Builds the request: new data for each persona who succeeds, shared data for those who are refused. */
  ask(world: World, persona: Persona): Try | Promise<Try>;
  /**
   * Expected status of each persona; `others` covers those not named. Personas with a staff session must be named or are
   * refused, unless the endpoint is public or the row is `alsoStaff`.
   */
  gets: { [P in Persona]?: number } & { others: number };
  /** Staff sessions may use this endpoint of customers. */
  alsoStaff?: boolean;
  /** Target of a redirect. A redirect with an error does not count as a success. */
  leadsTo?: string;
  /** An endless response, of which only the headers are read. */
  stream?: boolean;
  /**
   * Successes change connections, groups or security, or each object replaces the previous one: the row gets its own
   * people, and each persona a new object.
   */
  ownWorld?: boolean;
  /** The response is delayed on purpose, so the personas ask concurrently. */
  slow?: boolean;
  /** Why no persona can succeed; required if all fail. */
  neverBecause?: string;
}

const PARTIES = ['author', 'authorGroup', 'recipient', 'recipientGroup'] as const;

export const anybody = (ask: Row['ask'], status = 200): Row => ({ ask, gets: { others: status } });
export const signedIn = (ask: Row['ask'] = () => ({}), status = 200): Row => ({
  ask,
  gets: { nobody: 401, others: status },
});
/** Open to everybody; returns the signed-in person if there is a session. */
export const asksForSession = (row: Row, guest = 403): Row => ({
  ...row,
  gets: {
    ...row.gets,
    guest,
    formerStaff: 401,
    supportRead: 403,
    supportWrite: 403,
    formerSupport: 401,
  },
});

/** For customers, and for staff with their own sessions. */
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

/** For staff with one of these flags and a session begun at /adm. */
export const staffOnly = (flags: readonly StaffFlag[], ask: Row['ask'] = () => ({}), status = 200): Row => ({
  ask,
  gets: {
    ...Object.fromEntries(flags.map((flag) => [PERSONA_OF[flag], status])),
    nobody: 401,
    formerStaff: 401,
    others: 403,
  },
});

/** The status that a persona must get from an endpoint. */
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
  if (persona === 'guest' && access !== 'public') {
    // The guest of the matrix has no session at home that could be confirmed.
    if (!isOpenToGuests(endpoint) || endpoint.guests === 'confirmed') return 403;
    return named ?? statusFor(row, 'recipientGroup', endpoint);
  }
  if (named !== undefined || access === 'public' || !isStaffPersona(persona)) return named ?? gets.others;
  if (persona === 'formerStaff') return 401;
  return alsoStaff ? gets.others : 403;
}

/** Both sides of a case may; everybody else gets 404. */
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

/** A row in which no persona succeeds, with the reason. */
export const never = (neverBecause: string, row: Row): Row => ({ ...row, neverBecause });

/** Marks a row that changes relations between people and needs a separate world. */
export const apart = (row: Row): Row => ({ ...row, ownWorld: true });

/** Marks a row whose endpoint delays its reply, so that the duration reveals nothing. */
export const slow = (row: Row): Row => ({ ...row, slow: true });

/** The browser window is redirected to the page that shows the error. */
export const ledToError = (ask: Row['ask'], code: string): Row => ({
  ...anybody(ask, 303),
  leadsTo: `/login/social/response?error=${code}`,
});

export function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
