import { isOpenToGuests } from '@cusp/contract/endpoint';
import { mayEnter, type StaffFlag, staffFlagsOf } from '@cusp/contract/staff.routes';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Actor, Support } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { actionIdOf, type Door } from '../../platform/http/serve.ts';
import { secretsOf } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { type AccessClaims, readAccessToken } from './access-token.ts';
import { noteReusedCookie } from './rotate-session.ts';
import { kindOf, sessionCookieOf } from './session-cookie.ts';
import { livingSession, sessionOfCookie } from './sessions.ts';
import { createRequireHome } from './visit-calls.ts';

/** How long this process caches that a session is alive; ends are announced at once. */
const CACHED_MS = 10_000;
/** The last use of a session is written at most this often. */
const TOUCH_EVERY_MS = 30_000;
const MAX_CACHED = 50_000;

interface Known extends AccessClaims {
  unsecured: boolean;
  /** An agreement has to be accepted before the session may change anything. */
  unagreed: boolean;
  /** Null in a customer's session. */
  flags: StaffFlag[] | null;
  /** Null unless it is a support session. */
  support: Support | null;
  isGuest: boolean;
  /** The session at home from which a guest's began. */
  homeSession: string | null;
}

interface Cached extends Known {
  until: number;
}

/** Creates the function that authenticates a request. */
export function createAuthenticate(services: Services) {
  const cache = new Map<string, Cached>();
  const touched = new Map<string, number>();
  const { requireHome, confirmAtHome } = createRequireHome(services);
  let ends = 0;
  services.hub.onSessionEnded((sessionId) => {
    ends += 1;
    for (const [token, claims] of cache) if (claims.sessionId === sessionId) cache.delete(token);
    touched.delete(sessionId);
  });

  async function claimsOf(token: string): Promise<Known> {
    const known = cache.get(token);
    if (known && known.until > Date.now()) return known;
    cache.delete(token);
    const endsBefore = ends;
    const claims = await readAccessToken(token, secretsOf(services));
    const session = claims && (await livingSession(services, claims.sessionId));
    if (!session || !isFor(session, claims)) throw new Refusal('not_signed_in');
    await requireHome({ id: claims.sessionId, ...session });
    const { unsecured, unagreed, support } = session;
    const found = {
      ...claims,
      unsecured,
      unagreed,
      flags: flagsOf(session),
      support,
      isGuest: session.kind === 'guest',
      homeSession: session.home_session,
    };
    // A session that ended during the query is not cached. Nor is one that lacks a second step or an agreement, which
    // can change any moment, a staff session, which can lose its flags, or a support session, which depends on several
    // conditions.
    if (ends !== endsBefore || unsecured || unagreed || found.flags || support) return found;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(token, { ...found, until: Date.now() + CACHED_MS });
    return found;
  }

  function touch(sessionId: string): void {
    const now = Date.now();
    if ((touched.get(sessionId) ?? 0) > now - TOUCH_EVERY_MS) return;
    if (touched.size >= MAX_CACHED) touched.clear();
    touched.set(sessionId, now);
    services.db
      .updateTable('session')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute()
      .catch((error: unknown) => services.log.warn({ err: error }, 'last use of a session not written'));
  }

  return async function authenticate(
    request: FastifyRequest,
    by: 'header' | 'cookie',
    door: Door = {},
  ): Promise<Actor> {
    const header = request.headers.authorization;
    if (header) {
      return enter(await claimsOf(header.replace(/^Bearer /i, '')), door, request);
    }
    const refresh = by === 'cookie' ? cookieFor(request, door) : null;
    const session = refresh ? await sessionOfCookie(services, refresh) : undefined;
    if (refresh && !session)
      await noteReusedCookie(services, { ip: request.ip, requestId: request.id }, refresh);
    if (!session) throw new Refusal('not_signed_in');
    await requireHome(session);
    const {
      id: sessionId,
      user_id: userId,
      home_session: homeSession,
      unsecured,
      unagreed,
      support,
    } = session;
    const isGuest = session.kind === 'guest';
    const flags = flagsOf(session);
    return enter(
      { sessionId, userId, unsecured, unagreed, flags, support, isGuest, homeSession },
      door,
      request,
    );
  };

  async function enter(
    { userId, sessionId, unsecured, unagreed, flags, support, isGuest, homeSession }: Entering,
    door: Door,
    request: FastifyRequest,
  ): Promise<Actor> {
    request.knownAs = { userId, sessionId, ...(support ? { support } : {}) };
    if (support) requireSupport(support, door);
    else requireEntry(flags, door);
    if (isGuest && !isOpenToGuests(door)) throw new Refusal('closed_to_guests');
    if (unsecured && !door.evenUnsecured) throw new Refusal('second_step_needed');
    if (unagreed && door.changes && !door.withoutAgreement) throw new Refusal('agreement_needed');
    if (isGuest && door.guests === 'confirmed')
      await confirmAtHome({ id: sessionId, home_session: homeSession });
    touch(sessionId);
    const actor = {
      userId,
      sessionId,
      ip: request.ip,
      requestId: request.id,
      actionId: actionIdOf(request),
      ...(flags ? { staffFlags: flags } : {}),
      ...(support ? { support } : {}),
      ...(isGuest ? { isGuest } : {}),
    };
    // Awaited, so that support sees only data whose access the customer can read about later.
    if (support) await audit(services.db, actor, { action: 'support_call', detail: { call: door.call } });
    return actor;
  }
}

type Entering = Omit<Known, 'actingStaff'>;
type Living = NonNullable<Awaited<ReturnType<typeof livingSession>>>;

const flagsOf = (session: Pick<Living, 'kind' | `is_${StaffFlag}`>): StaffFlag[] | null =>
  session.kind === 'staff' ? staffFlagsOf(session) : null;

/** A session gives access only to the area it was opened for: the administration (by flag) or the customer area. */
function requireEntry(flags: readonly StaffFlag[] | null, { staff, alsoStaff }: Door): void {
  const isOpen = staff ? flags && mayEnter(flags, staff) : !flags || alsoStaff;
  if (!isOpen) throw new Refusal('forbidden');
}

/** Whether a token names the person and the staff member of its session. */
const isFor = (session: Living, { userId, actingStaff }: AccessClaims): boolean =>
  session.user_id === userId && (session.support?.staffId ?? null) === actingStaff;

/** Endpoints are closed to support sessions unless they are opened to them, whatever the customer may do. */
function requireSupport({ mode }: Support, { support = 'never' }: Door): void {
  if (support === 'never' || (support === 'write' && mode === 'read')) throw new Refusal('closed_to_support');
}

/** Chooses the cookie of a request without a token among a browser's sessions. */
function cookieFor(request: FastifyRequest, { staff, alsoStaff }: Door): string | null {
  const { callfrom } = request.query as { callfrom?: string };
  // A support tab never falls back to the browser's own session, which is another person's.
  if (kindOf(callfrom) === 'support') return sessionCookieOf(request, 'support');
  const isAboutStaff = staff || (alsoStaff && kindOf(callfrom) === 'staff');
  return (isAboutStaff ? sessionCookieOf(request, 'staff') : null) ?? sessionCookieOf(request);
}
