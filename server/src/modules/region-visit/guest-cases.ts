import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { tallied } from '../case-access/visible-cases.sql.ts';

/** Number of cases in the asked region that a person of the asking one sees. */
const GUEST_CASES = {
  name: 'guest-cases',
  body: z.object({ user_id: z.number().int().positive() }),
  reply: z.object({ cases: z.number().int().nonnegative() }),
  perMinute: 12_000,
} satisfies PeerCall;

const FRESH_MS = 60_000;
const MAX_KNOWN = 50_000;

/**
 * Counts a person's cases in the other region. A reply is cached for a minute, unless people moved there since. While
 * the other region is down, the count stays 0 for people who had no cases there; for others it is null.
 */
export function createGuestCases(services: Services) {
  const { peer, region } = services.config;
  const known = new Map<number, { cases: number; at: number; until: number }>();
  const isFresh = async ({ at, until }: { at: number; until: number }): Promise<boolean> => {
    if (until <= Date.now()) return false;
    const { newest } = await services.db
      .selectFrom('region_move')
      .select(({ fn }) => fn.max('arrived_at').as('newest'))
      .executeTakeFirstOrThrow();
    return newest === null || newest.getTime() < at;
  };
  return async ({ userId }: Actor) => {
    if (!peer) return { region: null, cases: 0 };
    const there = serverLocOf(otherRegion(region));
    const last = known.get(userId);
    if (last && (await isFresh(last))) return { region: there, cases: last.cases };
    const at = Date.now();
    try {
      const { cases } = await askPeer(services, GUEST_CASES, { user_id: userId });
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(userId, { cases, at, until: at + FRESH_MS });
      return { region: there, cases };
    } catch (error) {
      if (!isRefusal(error, 'region_unreachable')) throw error;
      return { region: there, cases: last?.cases === 0 ? 0 : null };
    }
  };
}

/** Answers the other region about its own people, from the tally. */
export function registerGuestCases(app: FastifyInstance, services: Services): void {
  servePeer(app, services, GUEST_CASES, async ({ user_id: userId }) => {
    const seen = tallied(
      'case_tally',
      circleOf(userId),
      ({ where, count }) => sql`select ${count} as cases from case_tally where ${where}`,
    );
    const { rows } = await sql<{ cases: number }>`
      select coalesce(sum(cases), 0)::integer as cases from (${seen}) as counted
      where exists (
        select from app_user where id = ${userId} and presence <> 'home' and deleted_at is null and blocked_at is null
          and region = ${otherRegion(services.config.region)}
      )
    `.execute(services.db);
    return { cases: rows[0]?.cases ?? 0 };
  });
}
