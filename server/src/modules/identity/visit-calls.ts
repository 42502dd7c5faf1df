import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { NOBODY } from '../../platform/http/actor.ts';
import { isRefusal, Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { StatedCircles, stateCirclesPage, takeCircles } from '../case-access/stated-circles.ts';
import { endSessions } from './sessions.ts';

/** Sent by a guest's own region: visits that began in these sessions are over. */
const VISITS_OVER = {
  name: 'visits-over',
  body: z.object({ sessions: z.array(z.uuid()).max(10_000) }),
  reply: z.object({}),
  perMinute: 12_000,
} satisfies PeerCall;

/** Asked by the visited region: whether the session in which a visit began continues, and the people of its circle. */
const VISIT_HOLDS = {
  name: 'visit-holds',
  /** `page`: 0 for the first one of a large group, then the value of the reply. */
  body: z.object({ session: z.uuid(), page: z.int().min(0).default(0) }),
  /** `next`: null after the last page; earlier versions count pages and omit it if there is one. */
  reply: z.object({
    holds: z.boolean(),
    circles: StatedCircles.nullable(),
    next: z.int().nullable().default(null),
  }),
  perMinute: 12_000,
} satisfies PeerCall;

const CHECK_EVERY_MS = 15 * 60_000;
/** While home does not respond it is asked once a minute, and the visit continues. */
const ASK_AGAIN_MS = 60_000;
const OVER = 'over at home';

interface Visit {
  id: string;
  home_session: string | null;
  home_checked_at: Date | null;
}

type AtHome = 'continues' | 'over' | 'unknown';

/**
 * Creates the functions that let a guest's session continue only as long as the home session from which it began. Other
 * sessions pass.
 */
export function createRequireHome(services: Services) {
  const asking = new Map<string, Promise<AtHome>>();
  const ask = (id: string, session: string): Promise<AtHome> => {
    const answer = asking.get(id) ?? askHome(services, { id, session }).finally(() => asking.delete(id));
    asking.set(id, answer);
    return answer;
  };
  return {
    /** Asks home at most every 15 minutes, and lets the visit continue while home does not respond. */
    async requireHome({ id, home_session: session, home_checked_at: checkedAt }: Visit): Promise<void> {
      // A check in the future was noted with a clock that was ahead.
      if (!session || (checkedAt && Math.abs(Date.now() - checkedAt.getTime()) < CHECK_EVERY_MS)) return;
      if ((await ask(id, session)) === 'over') throw new Refusal('not_signed_in');
    },
    /**
     * Asks home now, and stores the group that the guest has there. An answer to an earlier request is not used,
     * because the group may have changed since home gave it.
     * @throws Refusal `region_unreachable` while home does not respond, `closed_to_guests` if the session at home is
     *   unknown.
     */
    async confirmAtHome({ id, home_session: session }: Pick<Visit, 'id' | 'home_session'>): Promise<void> {
      if (!session) throw new Refusal('closed_to_guests');
      const atHome = await askHome(services, { id, session });
      if (atHome === 'over') throw new Refusal('not_signed_in');
      if (atHome === 'unknown') throw new Refusal('region_unreachable');
    },
  };
}

async function askHome(
  services: Services,
  { id, session }: { id: string; session: string },
): Promise<AtHome> {
  let ageMs = 0;
  try {
    for (let page: number | null = 0; page !== null; ) {
      const answer: z.output<typeof VISIT_HOLDS.reply> = await askPeer(services, VISIT_HOLDS, {
        session,
        page,
      });
      const { holds, circles } = answer;
      if (circles) await inTransaction(services, NOBODY, (work) => takeCircles(work, circles));
      if (!holds) {
        await inTransaction(services, NOBODY, (work) => endSessions(work, { sessionId: id }, OVER));
        return 'over';
      }
      page = answer.next;
    }
  } catch (error) {
    if (!isRefusal(error, 'region_unreachable')) throw error;
    ageMs = CHECK_EVERY_MS - ASK_AGAIN_MS;
  }
  await services.db
    .updateTable('session')
    .set({ home_checked_at: new Date(Date.now() - ageMs) })
    .where('id', '=', id)
    .execute();
  return ageMs === 0 ? 'continues' : 'unknown';
}

/** Notifies the other region that sessions have ended; fails while it is down, so that the job is retried. */
export async function sendEndedSessions(services: Services, sessions: string[]): Promise<void> {
  if (services.config.peer) await askPeer(services, VISITS_OVER, { sessions });
}

/** Answers the other region about sessions and visits. */
export function registerVisitCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, VISITS_OVER, async ({ sessions }) => {
    const began = sql<boolean>`home_session = any(${sessions}::uuid[])`;
    await inTransaction(services, NOBODY, async (work) => {
      // Codes first: one that is being used locks its row until its session exists.
      await work.tx.deleteFrom('arrival_code').where(began).execute();
      const open = await work.tx
        .selectFrom('session')
        .select('id')
        .where(began)
        .where('ended_at', 'is', null)
        .execute();
      for (const { id } of open) await endSessions(work, { sessionId: id }, OVER);
    });
    return {};
  });
  // An idle session still counts, because its person works in the other region.
  servePeer(app, services, VISIT_HOLDS, async ({ session, page: after }) => {
    const found = await services.db
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .select('session.user_id')
      .where('session.id', '=', session)
      .where('session.kind', '=', 'customer')
      .where('session.ended_at', 'is', null)
      .where('app_user.presence', '=', 'home')
      .where('app_user.deleted_at', 'is', null)
      .where('app_user.blocked_at', 'is', null)
      .executeTakeFirst();
    if (!found) return { holds: false, circles: null };
    const { page, next } = await services.db.transaction().execute(async (tx) => {
      // The other region waits for 5 s; a longer wait would keep a connection for a reply that is not read.
      await sql`set local lock_timeout = '4s'`.execute(tx);
      return stateCirclesPage(tx, [found.user_id], after);
    });
    return { holds: true, circles: page, next };
  });
}
