import type { SecondStepAsked } from '@cusp/contract/sign-in';
import type { SocialProvider } from '@cusp/contract/wire';
import { sql } from 'kysely';
import { worksAt } from '../../platform/brand/passkey-domains.ts';
import type { Site } from '../../platform/brand/site.ts';
import { originsOfRpId } from '../../platform/brand/site.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { SignInKind } from '../../platform/db/tables/identity.ts';
import type { Doer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';
import { forgetArrivalCodes } from './arrival-code.sql.ts';
import type { SecondSteps } from './second-steps.sql.ts';
import { hashToken, newToken } from './sessions.ts';

/** How long a correct password waits for its second step. */
const LIFE_MINUTES = 10;

/** A social account that waits to be connected to the account of the step. */
export interface PendingLink {
  provider: SocialProvider;
  /** The provider's identifier of its account. */
  subject: string | null;
}

/**
 * Asks for the second step after a correct password, in the ways available at the requested address. The session does
 * not exist before it.
 */
export async function askSecondStep(
  { tx, services: { config } }: Work<Doer>,
  { site, kind, link }: { site: Site | null; kind: SignInKind; link?: PendingLink },
  userId: number,
  { appSince, recoveryCodes }: SecondSteps,
): Promise<SecondStepAsked> {
  const passkeys = await tx
    .selectFrom('passkey')
    .select('rp_id')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('rp_id')
    .execute();
  const hasPasskeyHere = passkeys.some(({ rp_id }) => site && worksAt(rp_id, site.hostname));
  const token = newToken();
  await tx
    .insertInto('sign_in_step')
    .values({
      hash: hashToken(token),
      user_id: userId,
      kind,
      link_provider: link?.provider ?? null,
      link_subject: link?.subject ?? null,
      expires_at: sql<Date>`now() + make_interval(mins => ${LIFE_MINUTES})`,
    })
    .execute();
  return {
    second_step: {
      token,
      ways: [
        ...(appSince ? (['app'] as const) : []),
        ...(hasPasskeyHere ? (['passkey'] as const) : []),
        ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
      ],
      passkey_sites: hasPasskeyHere ? [] : passkeys.flatMap(({ rp_id }) => originsOfRpId(config, rp_id)),
    },
  };
}

/** The person at their second step. Throws if the step is expired, used or unknown, or the account blocked. */
export async function personAtStep(db: DbOrTx, token: string): Promise<number> {
  const step = await db
    .selectFrom('sign_in_step')
    .innerJoin('app_user', 'app_user.id', 'sign_in_step.user_id')
    .select(['user_id', 'blocked_at'])
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!step) throw new Refusal('second_step_over');
  if (step.blocked_at) throw new Refusal('account_blocked');
  return step.user_id;
}

/**
 * Uses up a step and the person's others; of two concurrent calls one is refused. Returns the kind of session it leads
 * to, and the social account to connect now.
 */
export async function takeStep(
  tx: Tx,
  token: string,
): Promise<{ kind: SignInKind; link: PendingLink | null }> {
  const taken = await tx
    .deleteFrom('sign_in_step')
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'kind', 'link_provider', 'link_subject'])
    .executeTakeFirst();
  if (!taken) throw new Refusal('second_step_over');
  await forgetSteps(tx, taken.user_id);
  const { kind, link_provider: provider, link_subject: subject } = taken;
  return { kind, link: provider === null || subject === null ? null : { provider, subject } };
}

/** Ends sign-ins and links in progress whose first factor is no longer valid, such as an old password. */
export async function forgetSteps(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sign_in_step').where('user_id', '=', userId).execute();
  await tx.deleteFrom('social_flow').where('user_id', '=', userId).where('step', '=', 'linking').execute();
  await forgetArrivalCodes(tx, userId);
}
