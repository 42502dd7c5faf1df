import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { executeKept } from '../../platform/db/compiled.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { SessionKind, SignInKind } from '../../platform/db/tables/identity.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';
import { signAccessToken } from './access-token.ts';
import { unagreed } from './agreements.sql.ts';
import { isStaff, lacksSecondStep } from './second-steps.sql.ts';
import { endSupport, supportColumn, supportHolds } from './support-session.sql.ts';

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface Origin {
  ip: string;
  userAgent: string;
  requestId: string | null;
}

export interface OpenedSession {
  sessionId: string;
  userId: number;
  kind: SessionKind;
  access: string;
  /** The refresh token; only ever sent in the HttpOnly cookie. */
  refresh: string;
  /** When it ends, even with use. */
  endsAt: Date;
}

/** Maximum lifetime of a staff session, whatever is configured for customers. */
const STAFF_HOURS = 8;
const STAFF_IDLE_MINUTES = 30;
/** Maximum lifetime of a guest's session, also while their home cannot be asked. */
const GUEST_HOURS = 8;

/** Opens a session for an authenticated person. */
export async function openSession(
  work: Work<Origin>,
  userId: number,
  kind: SignInKind = 'customer',
): Promise<OpenedSession> {
  const { sessionHours } = work.services.config;
  const hours = kind === 'staff' ? Math.min(sessionHours, STAFF_HOURS) : sessionHours;
  return insertSession(work, { userId, kind, endsAt: new Date(Date.now() + hours * 3_600_000) });
}

/** Opens the session of a guest, which ends with the working day or with the home session from which it began. */
export async function openGuestSession(
  work: Work<Origin>,
  userId: number,
  homeSession: string | null,
): Promise<OpenedSession> {
  const hours = Math.min(work.services.config.sessionHours, GUEST_HOURS);
  const endsAt = new Date(Date.now() + hours * 3_600_000);
  return insertSession(work, { userId, kind: 'guest', endsAt, homeSession });
}

interface NewSession {
  userId: number;
  kind: SessionKind;
  endsAt: Date;
  staffId?: number;
  homeSession?: string | null;
}

/** Opens a session of any kind; that of support has its staff member in the token. */
export async function insertSession(
  work: Work<Origin>,
  { userId, kind, endsAt, staffId, homeSession = null }: NewSession,
): Promise<OpenedSession> {
  const { ip, userAgent } = work.actor;
  const refresh = newToken();
  const { id, expires_at } = await work.tx
    .insertInto('session')
    .values({
      user_id: userId,
      kind,
      refresh_hash: hashToken(refresh),
      user_agent: userAgent.slice(0, 400),
      ip,
      expires_at: endsAt,
      home_session: homeSession,
      home_checked_at: homeSession === null ? null : sql`now()`,
      ended_at: null,
      end_reason: null,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  const support = staffId === undefined ? undefined : { staffId, endsAt: expires_at };
  const access = await signAccessToken(userId, id, work.services.secret, support);
  return { sessionId: id, userId, kind, refresh, access, endsAt: expires_at };
}

/** Whether a session can only be used to set up a second step, because its person must have one and does not. */
const unsecured = ({ config }: Services) => lacksSecondStep(config);

export const idleMinutesOf = ({ config }: Services, kind: SessionKind): number =>
  kind === 'customer' || kind === 'guest'
    ? config.idleMinutes
    : Math.min(config.idleMinutes, STAFF_IDLE_MINUTES);

/**
 * Whether a session has not expired, with and without use. A minute of tolerance, because use is written every 30
 * seconds and pages report it every 30 seconds.
 */
export const alive = (services: Services) => sql<boolean>`(
  session.ended_at is null and session.expires_at > now()
  and session.last_used_at > now() - make_interval(mins => 1 + case
    when session.kind in ('customer', 'guest') then ${idleMinutesOf(services, 'customer')}::int else ${idleMinutesOf(services, 'staff')}::int end)
)`;
/**
 * Whether the joined `app_user` may keep the session: a blocked account has none, a staff session ends with the last
 * flag, and a support session with any of its conditions. A person who moved to the other region can only be a guest
 * here.
 */
export const entitled = sql<boolean>`(
  app_user.deleted_at is null and app_user.blocked_at is null
  and (app_user.presence = 'home') = (session.kind <> 'guest')
  and case session.kind when 'staff' then ${isStaff} when 'support' then ${supportHolds} else true end
)`;

/** The result of `staffFlagsOf`. */
const STAFF_COLUMNS = [
  'app_user.is_device_manager',
  'app_user.is_sales_manager',
  'app_user.is_staff',
  'app_user.is_device_user_viewer',
] as const;

/** Columns that `requireHome` needs. */
const VISIT_COLUMNS = ['session.home_session', 'session.home_checked_at'] as const;

/** The live session of a refresh cookie, without rotating it. Inside a transaction pass its `tx`. */
export async function sessionOfCookie(services: Services, refresh: string, db: DbOrTx = services.db) {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['session.id', 'session.user_id', 'session.kind', ...STAFF_COLUMNS, ...VISIT_COLUMNS])
    .select([unsecured(services).as('unsecured'), unagreed.as('unagreed'), supportColumn.as('support')])
    .where('refresh_hash', '=', hashToken(refresh))
    .where(alive(services))
    .where(entitled)
    .executeTakeFirst();
}

/**
 * The live session of an access token. A prepared statement, because staff and support sessions are read with each
 * request and planning takes most of the time.
 */
export async function livingSession(services: Services, sessionId: string) {
  const query = services.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['session.user_id', 'session.expires_at', 'session.kind', ...STAFF_COLUMNS, ...VISIT_COLUMNS])
    .select([unsecured(services).as('unsecured'), unagreed.as('unagreed'), supportColumn.as('support')])
    .where('session.id', '=', sessionId)
    .where(alive(services))
    .where(entitled);
  const { rows } = await executeKept(services.db, query);
  return rows[0];
}

/** The sessions among these that have ended. */
export async function sessionsOver(services: Services, sessionIds: readonly string[]): Promise<string[]> {
  const living = await services.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', '=', sql<string>`any(${[...sessionIds]}::uuid[])`)
    .where(alive(services))
    .where(entitled)
    .execute();
  const ids = new Set(living.map(({ id }) => id));
  return sessionIds.filter((id) => !ids.has(id));
}

/** A person's own live sessions, latest use first. */
export const livingSessionsOf = (services: Services, db: DbOrTx, userId: number) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['session.id', 'session.kind', 'user_agent', 'ip', 'session.created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('session.kind', '!=', 'support')
    .where(alive(services))
    .where(entitled)
    .orderBy('last_used_at', 'desc')
    .orderBy('session.id')
    .execute();

type Which = { sessionId: string } | { userId: number; kind?: SessionKind; except?: string | null };

/** Ends one session, or those of a person; their streams close after the commit, in every process. */
export async function endSessions(work: Work<Doer>, which: Which, reason: string): Promise<void> {
  let update = work.tx
    .updateTable('session')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('ended_at', 'is', null);
  if ('sessionId' in which) update = update.where('id', '=', which.sessionId);
  else {
    update = update.where('user_id', '=', which.userId);
    if (which.kind) update = update.where('kind', '=', which.kind);
    if (which.except) update = update.where('id', '!=', which.except);
  }
  const ended = await update.returning(['id', 'visited_at']).execute();
  await endSupport(
    work.tx,
    ended.map(({ id }) => id),
    reason,
  );
  const visited = ended.flatMap(({ id, visited_at }) => (visited_at ? [id] : []));
  if (visited.length > 0) await work.enqueue('end-visits', { sessions: visited });
  work.onCommit(() => {
    for (const { id } of ended) work.services.hub.endSession(id);
  });
}
