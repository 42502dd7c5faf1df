import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { hashToken } from '../identity/sessions.ts';
import { completeEmailChange, lockOwner } from './complete-email-change.ts';
import { endEmailChange } from './end-email-change.ts';
import { endIfTaken } from './tidy-email-changes.ts';

interface Answer {
  token: string;
  agrees: boolean;
}
type State = 'waiting' | 'done' | 'refused';

/**
 * Takes the answer of one address. Either can refuse, also for a blocked account, until the change has taken place. Of an
 * account that takes the address at the same moment, the visitor learns that the address cannot be used.
 */
export async function answerEmailChange(
  services: Services,
  visitor: Visitor,
  answer: Answer,
): Promise<State> {
  const owner = await changeOf(services.db, answer.token);
  if (!owner) throw new Refusal('token_expired', 'token');
  const state = await endIfTaken(services, owner.user_id, () =>
    inTransaction(services, visitor, (work) => take(work, owner.user_id, answer)),
  );
  if (state === 'taken') throw new Refusal('email_taken', 'token');
  return state;
}

/** Refusals after a write would roll it back, so an address that is taken is returned as a state. */
async function take(
  work: Work<Visitor>,
  userId: number,
  { token, agrees }: Answer,
): Promise<State | 'taken'> {
  const user = await lockOwner(work.tx, userId);
  const change = await changeOf(work.tx, token);
  if (!change || user.deleted_at) throw new Refusal('token_expired', 'token');
  if (change.end_reason === 'done') {
    if (agrees) return 'done';
    throw new Refusal('email_change_done', 'token');
  }
  if (change.end_reason === 'refused' && !agrees) return 'refused';
  if (change.end_reason || change.expires_at <= new Date()) throw new Refusal('token_expired', 'token');
  const own = work.as({ userId });
  if (!agrees) {
    await endEmailChange(own, userId, 'refused');
    return 'refused';
  }
  if (user.blocked_at) throw new Refusal('account_blocked');
  const side = hashToken(token).equals(change.new_hash) ? 'new_agreed_at' : 'old_agreed_at';
  const agreed = await work.tx
    .updateTable('email_change')
    .set(({ fn, val }) => ({ [side]: fn.coalesce(side, val(new Date())) }))
    .where('id', '=', change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const isDue = agreed.due_at !== null && agreed.due_at <= new Date();
  if (!agreed.new_agreed_at || !(agreed.old_agreed_at || isDue)) return 'waiting';
  return (await completeEmailChange(own, agreed)) ? 'done' : 'taken';
}

/** The change that a link belongs to, ended or not. */
const changeOf = (db: Services['db'] | Work['tx'], token: string) =>
  db
    .selectFrom('email_change')
    .selectAll()
    .where((row) =>
      row.or(
        (['old_hash', 'new_hash', 'warning_hash'] as const).map((each) => row(each, '=', hashToken(token))),
      ),
    )
    .executeTakeFirst();
