import type { Visitor } from '../../platform/http/actor.ts';
import { isRefusal, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { hashToken } from '../identity/sessions.ts';
import { checkNamedLocation } from '../invitations/server-location.ts';
import { completeEmailChange, isAgreed, lockOwner } from './complete-email-change.ts';
import { refuseEmailChange } from './end-email-change.ts';

interface Answer {
  token: string;
  srv_loc?: string | undefined;
  agrees: boolean;
}
type State = 'waiting' | 'done' | 'refused';

/**
 * Stores the answer of one address. Either can refuse, also for a blocked account, until the change has taken place. If
 * another account takes the address at the same moment, the visitor learns that the address cannot be used. While the
 * other region does not respond, a change with both agreements waits for housekeeping.
 */
export async function answerEmailChange(
  services: Services,
  visitor: Visitor,
  answer: Answer,
): Promise<State> {
  checkNamedLocation(services, answer.srv_loc);
  const change = await changeOf(services.db, answer.token);
  if (!change) throw new Refusal('token_expired', 'token');
  const taken = await inTransaction(services, visitor, (work) => take(work, change.user_id, answer));
  if (taken !== 'agreed') return taken;
  try {
    await completeEmailChange(services, { ...visitor, userId: change.user_id }, change.user_id);
  } catch (error) {
    if (isPassing(error)) return 'waiting';
    throw error;
  }
  // Read again, because the other address or housekeeping may have been faster.
  const { end_reason } = (await changeOf(services.db, answer.token)) ?? {};
  if (end_reason === 'done') return 'done';
  throw new Refusal(end_reason === 'taken' ? 'email_taken' : 'token_expired', 'token');
}

const isPassing = (error: unknown): boolean =>
  isRefusal(error, 'region_unreachable') || isRefusal(error, 'address_busy');

async function take(
  work: Work<Visitor>,
  userId: number,
  { token, agrees }: Answer,
): Promise<State | 'agreed'> {
  const user = await lockOwner(work.tx, userId);
  const change = await changeOf(work.tx, token);
  if (!change || user.deleted_at) throw new Refusal('token_expired', 'token');
  // The change moved with its person, and the same link works in the other region.
  if (user.presence !== 'home') throw new Refusal('server_is_wrong');
  if (change.end_reason === 'done') {
    if (agrees) return 'done';
    throw new Refusal('email_change_done', 'token');
  }
  if (change.end_reason === 'refused' && !agrees) return 'refused';
  if (change.end_reason || change.expires_at <= new Date()) throw new Refusal('token_expired', 'token');
  const isNew = hashToken(token).equals(change.new_hash);
  if (!agrees) {
    await refuseEmailChange(work.as({ userId }), user, isNew ? change.email : user.email);
    return 'refused';
  }
  if (user.blocked_at) throw new Refusal('account_blocked');
  const side = isNew ? 'new_agreed_at' : 'old_agreed_at';
  const agreed = await work.tx
    .updateTable('email_change')
    .set(({ fn, val }) => ({ [side]: fn.coalesce(side, val(new Date())) }))
    .where('id', '=', change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return isAgreed(agreed) ? 'agreed' : 'waiting';
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
