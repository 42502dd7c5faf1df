import type { activities } from '@cusp/contract/dashboard';
import type { ReplyOf } from '@cusp/contract/endpoint';

type ActivityPage = ReplyOf<typeof activities>;
export type Activity = ActivityPage['cases_actions'][number] & {
  /** '' for somebody whose account is gone. */
  username: string;
  picture: string | null;
};

/**
 * The entries of all pages, each with its person. Something that happened meanwhile moves entries to the
 * next page, so what was seen already is left out.
 */
export function activityList(pages: readonly ActivityPage[]): Activity[] {
  const people = new Map(pages.flatMap(({ users }) => users).map((user) => [user.id, user]));
  const seen = new Set<number>();
  return pages
    .flatMap(({ cases_actions }) => cases_actions)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map((action) => {
      const person = action.user_id === null ? undefined : people.get(action.user_id);
      return { ...action, username: person?.username ?? '', picture: person?.pictures ?? null };
    });
}
