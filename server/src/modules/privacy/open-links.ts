import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { linksElsewhere } from './link-calls.ts';
import { LINKS_PER_PAGE, openLinksOf } from './open-links.sql.ts';
import { practiceOf } from './practice.sql.ts';

/**
 * Working links that people of one's practice made, in both regions, and links that guests made to its cases. Ids of
 * the two regions differ, so one id continues both lists.
 */
export async function listOpenLinks(services: Services, actor: Actor, before: number | undefined) {
  const people = await practiceOf(services.db, actor);
  const [here, there] = await Promise.all([
    openLinksOf(services.db, people, before),
    linksElsewhere(services, actor, before),
  ]);
  const links = [
    ...here.map((link) => ({ ...link, is_elsewhere: false })),
    ...(there ?? []).map((link) => ({ ...link, is_elsewhere: true })),
  ].toSorted((a, b) => b.id - a.id);
  const page = links.slice(0, LINKS_PER_PAGE);
  return {
    links: page,
    next: links.length > LINKS_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
    is_complete: there !== null,
  };
}
