import { CLOSING_DAYS } from '@cusp/contract/closing.routes';
import { PAGES } from '@cusp/contract/pages';
import type { Proof } from '@cusp/contract/security';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { timeInWords } from '../../platform/time/time-in-words.ts';
import { inTransaction } from '../../platform/work.ts';
import { endSessions } from '../identity/sessions.ts';
import { hasHoldsElsewhere } from '../privacy/hold-calls.ts';
import { proveSelf } from '../security/prove-self.ts';
import { blockOf, remainsOf } from './closing.sql.ts';
import { remainsElsewhere } from './remains-elsewhere.ts';

/** The effects of closing one's account in both regions, and whether it can be closed. */
export async function showClosing(services: Services, actor: Actor) {
  const blocked = await blockOf(services.db, actor.userId);
  const here = await remainsOf(services.db, actor.userId);
  const there = await remainsElsewhere(services, actor);
  const sum = (what: 'cases' | 'kept' | 'comments' | 'links') => here[what] + (there?.[what] ?? 0);
  return {
    blocked,
    ...here,
    cases: sum('cases'),
    kept: sum('kept'),
    comments: sum('comments'),
    links: sum('links'),
    is_complete: there !== null,
  };
}

/** Ends all sessions of the person, who keeps the account by signing in again before the time is over. */
export async function closeAccount(services: Services, actor: Actor, proof: Proof) {
  const blocked = await blockOf(services.db, actor.userId);
  if (blocked) throw new Refusal(blocked);
  if (await hasHoldsElsewhere(services, actor)) throw new Refusal('account_on_hold');
  await proveSelf(services, actor, proof);
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const { closes_at: closing } = await tx
      .selectFrom('app_user')
      .select('closes_at')
      .where('id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Requested twice at once.
    if (closing) return { closes_at: closing.toISOString() };
    const user = await tx
      .updateTable('app_user')
      .set({ closes_at: sql`now() + make_interval(days => ${CLOSING_DAYS})` })
      .where('id', '=', actor.userId)
      .where('presence', '=', 'home')
      .returning(['id', 'email', 'first_name', 'language', 'brand'])
      .returning(sql<Date>`closes_at`.as('closes_at'))
      .executeTakeFirstOrThrow();
    // Again, on the locked row.
    const now = await blockOf(tx, user.id);
    if (now) throw new Refusal(now);
    await endSessions(work, { userId: user.id }, 'account closing');
    await work.audit({ action: 'account_closing_asked' });
    await work.mail(user, 'account-closing', {
      name: user.first_name,
      until: timeInWords(user.language, user.closes_at),
      link: PAGES.login,
    });
    return { closes_at: user.closes_at.toISOString() };
  });
}
