import { PAGES } from '@cusp/contract/pages';
import type { SocialData } from '@cusp/contract/social';
import type { SocialProvider } from '@cusp/contract/wire';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { noteGuest } from '../share-groups/circles-changed.ts';
import { callbackOf } from './callback.ts';
import { answerPath, changeFlow, endElsewhere, endWithCode, type Flow, takeAnswer } from './flow.sql.ts';
import { logTrouble } from './log-trouble.ts';
import type { Person, Provider } from './provider.types.ts';
import { askAboutIdentity } from './social-elsewhere.ts';

interface Answer {
  /** The cookie of the browser that brings the answer. */
  token: string | null;
  name: SocialProvider;
  /** The query string, with the leading `?`. */
  search: string;
}

/** Handles the provider's answer, once and only from the browser that began. Returns where the pop-up goes next. */
export async function takeSocialAnswer(
  services: Services,
  provider: Provider,
  visitor: Visitor,
  { token, name, search }: Answer,
): Promise<string> {
  const query = new URLSearchParams(search);
  const flow = token && (await takeAnswer(services.db, token, name, query.get('state') ?? ''));
  if (!flow) throw new Refusal('social_invalid');
  if (query.get('error') === 'access_denied') return answerPath(flow, { error: 'social_cancelled' });
  let person: Person;
  try {
    person = await provider.identify(new URL(callbackOf(flow.origin, name) + search), flow);
  } catch (error) {
    logTrouble(services, name, error);
    return answerPath(flow, { error: 'social_failed' });
  }
  const known = await inTransaction(services, visitor, (work) => signInKnown(work, flow, person));
  if (known !== null) return known;
  const { code, ticket, isAsked } = await askAboutIdentity(services, flow, person.proof);
  if (code !== null) {
    await audit(services.db, visitor, { action: 'authn_login_elsewhere', detail: { by: name } });
    return endElsewhere(services.db, flow, code);
  }
  return inTransaction(services, visitor, (work) => askForMore(work.tx, flow, person, { ticket, isAsked }));
}

/** The account linked to provider and subject; the address is ignored. Null for unknown people. */
async function signInKnown(work: Work<Visitor>, flow: Flow, person: Person): Promise<string | null> {
  const { tx, actor: visitor } = work;
  const user = await tx
    .selectFrom('social_identity')
    .innerJoin('app_user', 'app_user.id', 'social_identity.user_id')
    .select(['app_user.id', 'activated_at', 'deleted_at', 'blocked_at', 'password_hash'])
    .where('provider', '=', flow.provider)
    .where('subject', '=', person.subject)
    // People who moved are looked up in the other region.
    .where('app_user.presence', '=', 'home')
    .forUpdate('app_user')
    .executeTakeFirst();
  if (!user) return null;
  if (user.deleted_at) return answerPath(flow, { error: 'forbidden' });
  const reason = user.blocked_at ? 'blocked' : user.activated_at ? null : 'not_activated';
  if (reason) {
    const detail = { reason, by: flow.provider };
    await audit(
      tx,
      { ...visitor, userId: user.id },
      { action: 'authn_login_fail', result: 'refused', detail },
    );
    return reason === 'blocked'
      ? answerPath(flow, { error: 'account_blocked' })
      : answerPath(flow, { error: 'not_activated', uid: encodeId(user.id) });
  }
  // The name is maintained at the provider.
  if (user.password_hash === null && person.firstName) await keepName(work, user.id, person);
  return endWithCode(tx, flow, user.id);
}

async function keepName(work: Work<Visitor>, id: number, { firstName, lastName }: Person): Promise<void> {
  const { numUpdatedRows } = await work.tx
    .updateTable('app_user')
    .set({ first_name: firstName, last_name: lastName, updated_at: sql`now()` })
    .where('id', '=', id)
    .where((row) => row.or([row('first_name', '!=', firstName), row('last_name', '!=', lastName)]))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await noteGuest(work, id);
}

/**
 * A new person completes a form, or proves with the password that the account with their address is theirs. While the
 * other region does not respond, no person counts as new.
 */
async function askForMore(
  tx: Tx,
  flow: Flow,
  person: Person,
  { ticket, isAsked }: { ticket: string | null; isAsked: boolean },
): Promise<string> {
  const { subject, email, emailProven, firstName, lastName } = person;
  if (!email) return answerPath(flow, { error: 'social_no_email' });
  const owner = await tx
    .selectFrom('app_user')
    .select(['password_hash', 'deleted_at'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (!owner && !isAsked) return answerPath(flow, { error: 'region_unreachable' });
  // That account has no password to prove ownership with, or is gone.
  if (owner && (owner.deleted_at || owner.password_hash === null))
    return answerPath(flow, { error: 'email_taken' });
  await changeFlow(tx, flow, {
    step: owner ? 'link' : 'form',
    subject,
    email,
    email_proven: emailProven,
    first_name: firstName || (email.split('@')[0] ?? ''),
    last_name: lastName,
  });
  const name = fullName(firstName, lastName);
  return `${PAGES.signupSocial}?data=${encodeData({
    state: flow.client_state,
    has_account: owner !== undefined,
    ...(owner || ticket === null ? {} : { ticket }),
    ...(flow.provider === 'google'
      ? { google_login: true, gg_details: { email, fullname: name } }
      : { facebook_login: true, fb_details: { email, username: name } }),
  })}`;
}

const encodeData = (data: SocialData): string => Buffer.from(JSON.stringify(data)).toString('base64url');
