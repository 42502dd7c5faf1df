import { OpenLink } from '@cusp/contract/privacy';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { Asker, mayHaveElsewhere, readerOf, statedPractice } from '../region-visit/asker.ts';
import { openLinksOf } from './open-links.sql.ts';

const LinkThere = OpenLink.omit({ is_elsewhere: true });

/** Asked by the region of a practice: a page of its working links to cases that are stored in the other one. */
const OPEN_LINKS = {
  name: 'open-links',
  body: Asker.extend({ before: z.number().int().positive().nullable() }),
  reply: z.object({ links: z.array(LinkThere) }),
  perMinute: 1200,
} satisfies PeerCall;

/** A page of one's practice's links in the other region, without patients; null while that region does not respond. */
export async function linksElsewhere(
  services: Services,
  actor: Actor,
  before: number | undefined,
): Promise<z.output<typeof LinkThere>[] | null> {
  if (!(await mayHaveElsewhere(services))) return [];
  const asked = { ...(await readerOf(services, actor)), before: before ?? null };
  try {
    return (await askPeer(services, OPEN_LINKS, asked)).links;
  } catch (error) {
    if (!isRefusal(error, 'region_unreachable')) throw error;
    return null;
  }
}

/** Answers the other region about its own people. */
export function registerLinkCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, OPEN_LINKS, async ({ before, ...asker }) => {
    const people = await statedPractice(services, asker);
    const links = await openLinksOf(services.db, people, before ?? undefined);
    // Names of patients stay in their region.
    return { links: links.map((link) => ({ ...link, case: { ...link.case, patient: '' } })) };
  });
}
