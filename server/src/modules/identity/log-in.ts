import type { SecondStepAsked } from '@cusp/contract/sign-in';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import pLimit from 'p-limit';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Doer, Visitor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { forgetFailures, throttleGuesses } from '../throttle/throttle.ts';
import { afterFirstFactor } from './after-first-factor.ts';
import { refuseIfBlocked } from './blocked.ts';
import { AT_ONCE, passwordFits } from './hashing/password-hash.ts';
import { knowsDevice } from './known-device.ts';
import type { Browser, BrowserSession } from './open-browser-session.ts';
import { signInKindOf } from './session-cookie.ts';
import { endSessions, sessionOfCookie } from './sessions.ts';

export interface Credentials {
  username: string;
  password: string;
  /** `adm` requests a staff session. */
  callfrom?: string | undefined;
}

/**
 * Concurrent sign-ins are queued, as many at a time as can be hashed; all at once they would occupy the database
 * connections that other users need.
 */
const turns = pLimit(AT_ONCE);
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns(work);

/** Whether a wrong password goes into the audit log now; otherwise the caller logs it with its outcome. */
type Logs = 'logged' | 'left to the caller';

/**
 * Signs a person in with a new session, or asks for their second step. An unknown address, a deleted account and a
 * wrong password get the same reply after the same work. Only with the right password does the reply reveal that an
 * account is blocked, inactive or has no staff flag.
 */
export const logIn = (
  services: Services,
  visitor: Visitor,
  credentials: Credentials,
  browser: Browser,
  wrong: Logs = 'logged',
): Promise<BrowserSession | SecondStepAsked> =>
  inTurn(() => logInNow(services, visitor, credentials, browser, wrong));

async function logInNow(
  services: Services,
  visitor: Visitor,
  credentials: Credentials,
  browser: Browser,
  wrong: Logs,
): Promise<BrowserSession | SecondStepAsked> {
  const user = await ownerByPassword(services, visitor, credentials, { device: browser.device, wrong });
  const kind = signInKindOf(credentials.callfrom);
  await refuseIfBlocked(services, visitor, user);
  if (!user.activated_at) {
    await auditFailure(services, visitor, user.id, 'not_activated');
    throw new Refusal('not_activated', { uid: encodeId(user.id) });
  }
  if (kind === 'staff' && staffFlagsOf(user).length === 0) {
    await auditFailure(services, visitor, user.id, 'not_staff');
    throw new Refusal('not_device_manager');
  }
  return inTransaction(services, visitor, async (work) => {
    await requireUnchanged(work.tx, user);
    return afterFirstFactor(work, user.id, browser, 'password', kind);
  });
}

type Guesser = Pick<Doer, 'ip' | 'requestId'>;

/**
 * The person with this address and password. Refusals are identical, and guessing is throttled; a browser that the
 * owner has used before (its mark is `device`) is exempt from throttling caused by others. `what` names the guesses
 * that are counted together.
 */
export async function ownerByPassword(
  services: Services,
  by: Guesser,
  { username, password }: Credentials,
  { device, what = 'login', wrong = 'logged' }: { device: string | null; what?: string; wrong?: Logs },
) {
  const account = emailKey(username);
  const user = await services.db
    .selectFrom('app_user')
    .select(['id', 'region', 'password_hash', 'activated_at', 'blocked_at'])
    .select(['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'])
    .select(knowsDevice(device).as('knows_device'))
    .where('email_key', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const guess = { what, account, ip: by.ip, known: user?.knows_device ? device : null };
  await throttleGuesses(services, guess);
  if (!(await passwordFits(user?.password_hash, password)) || !user) {
    const detail = what === 'login' ? {} : { by: what };
    if (wrong === 'logged') await auditFailure(services, by, user?.id ?? null, 'wrong_credentials', detail);
    throw new Refusal('wrong_credentials');
  }
  await forgetFailures(services, guess);
  return user;
}

/** Fails if the password was changed since it was checked. */
export async function requireUnchanged(
  tx: Tx,
  user: { id: number; password_hash: string | null },
): Promise<void> {
  const unchanged = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!unchanged) throw new Refusal('wrong_credentials');
}

export const auditFailure = (
  services: Services,
  by: Guesser,
  userId: number | null,
  reason: string,
  more: object = {},
) =>
  audit(
    services.db,
    { ...by, userId },
    { action: 'authn_login_fail', result: 'refused', detail: { reason, ...more } },
  );

/** Ends the session of a refresh cookie and its streams; does nothing if it has ended. */
export async function logOut(services: Services, visitor: Visitor, refresh: string): Promise<void> {
  const session = await sessionOfCookie(services, refresh);
  if (!session) return;
  await inTransaction(services, visitor, async (work) => {
    await endSessions(work, { sessionId: session.id }, 'signed out');
    const { user_id: userId, id: sessionId, support } = session;
    await work
      .as({ userId, sessionId, ...(support ? { support } : {}) })
      .audit({ action: support ? 'support_ended' : 'authn_logout' });
  });
}
