import type { SocialAnswer } from '@cusp/contract/social';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../platform/db/database.ts';
import type { SocialFlowTable } from '../../platform/db/tables/identity.ts';
import { hashToken, newToken } from '../identity/sessions.ts';

export type Flow = Selectable<SocialFlowTable>;

/** Time for consent pages and the form; afterwards the sign-in starts again. */
export const FLOW_MINUTES = 15;
/** The page exchanges its code at once. */
const CODE_SECONDS = 120;

const alive = sql<boolean>`social_flow.expires_at > now()`;

type Begun = Omit<
  Insertable<SocialFlowTable>,
  | 'browser_hash'
  | 'expires_at'
  | 'user_id'
  | 'subject'
  | 'email'
  | 'code_hash'
  | 'code_expires_at'
  | 'region_code'
>;

/** Begins a sign-in; only the hash of the cookie is stored. */
export async function beginFlow(db: Db, begun: Begun): Promise<string> {
  const token = newToken();
  await db
    .insertInto('social_flow')
    .values({
      ...begun,
      browser_hash: hashToken(token),
      subject: null,
      email: null,
      user_id: null,
      code_hash: null,
      code_expires_at: null,
      region_code: null,
      expires_at: sql<Date>`now() + make_interval(mins => ${FLOW_MINUTES})`,
    })
    .execute();
  return token;
}

/** Takes, once, the sign-in that waits for this provider's answer with this state. */
export const takeAnswer = (
  db: Db,
  token: string,
  provider: Flow['provider'],
  state: string,
): Promise<Flow | undefined> =>
  db
    .updateTable('social_flow')
    .set({ step: 'answered' })
    .where('browser_hash', '=', hashToken(token))
    .where('provider', '=', provider)
    .where('provider_state', '=', state)
    .where('step', '=', 'asked')
    .where(alive)
    .returningAll()
    .executeTakeFirst();

export const findFlow = (db: DbOrTx, token: string): Promise<Flow | undefined> =>
  db
    .selectFrom('social_flow')
    .selectAll()
    .where('browser_hash', '=', hashToken(token))
    .where(alive)
    .executeTakeFirst();

/** The sign-in with its row locked, so that two forms sent at once are serialised. */
export const lockFlow = (tx: Tx, token: string): Promise<Flow | undefined> =>
  tx
    .selectFrom('social_flow')
    .selectAll()
    .where('browser_hash', '=', hashToken(token))
    .where(alive)
    .forUpdate()
    .executeTakeFirst();

/** Removes the sign-in of a browser, with the provider's data about its person. */
export const forgetFlow = (db: Db, token: string) =>
  db.deleteFrom('social_flow').where('browser_hash', '=', hashToken(token)).execute();

export const changeFlow = (tx: DbOrTx, flow: Flow, to: Partial<Insertable<SocialFlowTable>>) =>
  tx.updateTable('social_flow').set(to).where('browser_hash', '=', flow.browser_hash).execute();

/** Ends a sign-in with a code that its page exchanges for a session. Returns where the pop-up goes next. */
export const endWithCode = (db: DbOrTx, flow: Flow, userId: number): Promise<string> =>
  endWith(db, flow, { user_id: userId });

/** Ends it with a code that its page exchanges for the second step, after which the social account is connected. */
export const endBeforeLink = (db: DbOrTx, flow: Flow, userId: number): Promise<string> =>
  endWith(db, flow, { user_id: userId, step: 'linking' });

/** Ends it with a code that its page exchanges for the other region's. */
export const endElsewhere = (db: DbOrTx, flow: Flow, regionCode: string): Promise<string> =>
  endWith(db, flow, { region_code: regionCode });

async function endWith(
  db: DbOrTx,
  flow: Flow,
  whom: Partial<Pick<Flow, 'user_id' | 'region_code' | 'step'>>,
): Promise<string> {
  const code = newToken();
  await changeFlow(db, flow, {
    step: 'done',
    ...whom,
    code_hash: hashToken(code),
    code_expires_at: sql`now() + make_interval(secs => ${CODE_SECONDS})` as unknown as Date,
  });
  return answerPath(flow, { code });
}

/** The path of the page that takes the answer, including the answer. */
export function answerPath(flow: Flow, answer: Omit<SocialAnswer, 'state'>): string {
  return `${flow.page}?${new URLSearchParams({ state: flow.client_state, ...answer })}`;
}

/** The person of a code, which is spent by this call whatever the outcome. */
export const spendCode = (db: Db, code: string) =>
  db
    .updateTable('social_flow')
    .set({ code_hash: null })
    .where('code_hash', '=', hashToken(code))
    .where('code_expires_at', '>', sql<Date>`now()`)
    .returning(['browser_hash', 'user_id', 'code_challenge', 'region_code', 'provider'])
    .executeTakeFirst();

/**
 * The social account that waits for the person's second step to be connected, once; undefined after other sign-ins.
 * Call with the person's row locked, because a new password ends the wait.
 */
export const takePendingLink = (tx: Tx, { browser_hash }: Pick<Flow, 'browser_hash'>) =>
  tx
    .updateTable('social_flow')
    .set({ step: 'done' })
    .where('browser_hash', '=', browser_hash)
    .where('step', '=', 'linking')
    .returning(['provider', 'subject'])
    .executeTakeFirst();
