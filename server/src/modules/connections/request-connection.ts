import type { Done } from '@cusp/contract/wire';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { emailOf } from '../invitations/email-of.ts';
import { lockWith, type Party, personByEmailKey, personById } from '../invitations/people.sql.ts';
import { labForRequest } from '../labs/labs.sql.ts';
import { pairKey } from '../people/pair-key.ts';
import { livesInOtherRegion } from '../region-look-up/address-look-up.ts';
import { throttleInvitedAddresses } from '../throttle/throttle.ts';
import { becomeConnected } from './become-connected.ts';
import { whyNotConnect } from './connection-rules.ts';
import type { ConnectionRow } from './connections.sql.ts';
import { sendRequest } from './send-request.ts';

interface Wish {
  email: string;
  alias: string;
  text: string;
}

/** Requests a connection by email address. */
export async function requestConnection(services: Services, actor: Actor, wish: Wish): Promise<Done> {
  const email = emailOf(wish.email);
  if (!wish.text) throw new Refusal('data_invalid', 'text');
  await throttleInvitedAddresses(services, actor.userId);
  // Before the transaction, because it waits for another server.
  const key = emailKey(email);
  if (!(await personByEmailKey(services.db, key)) && (await livesInOtherRegion(services, key)))
    throw new Refusal('not_same_region', 'email');
  return inTransaction(services, actor, (work) => ask(work, { ...wish, email }));
}

/** Requests a connection with a lab of the list; the company's name becomes the alias. */
export async function requestLabConnection(services: Services, actor: Actor, labId: number): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    const { region } = await personById(work.tx, actor.userId);
    const lab = found(await labForRequest(work.tx, region, labId));
    return ask(work, { email: lab.email, alias: lab.company_name, text: '' });
  });
}

async function ask(work: Work, wish: Wish): Promise<Done> {
  const key = emailKey(wish.email);
  const me = await lockWith(work.tx, work.actor.userId, (await personByEmailKey(work.tx, key))?.id ?? null);
  const target = await personByEmailKey(work.tx, key);
  const refused = await whyNotConnect(work.tx, me, { email_key: key, person: target });
  if (refused) throw new Refusal(refused, 'email');

  const { row, isNew } = await rowOfPair(work.tx, me, key, wish);
  if (!isNew) {
    if (row.status === 'ACCD') throw new Refusal('email_already_added', 'email');
    if (row.status === 'REQD') {
      if (row.owner_id === me.id) throw new Refusal('email_already_added', 'email');
      const owner = await personById(work.tx, row.owner_id);
      // The other side asked first; two crossing requests are treated as acceptance.
      if (!owner.deleted_at) {
        await becomeConnected(work, { row, owner, invited: me, alias: wish.alias });
        return { detail: 'request accepted' };
      }
    }
  }
  const asked = isNew ? row : await turnRound(work.tx, me, row, key, wish);
  await sendRequest(work, { row: asked, owner: me, target });
  return { detail: 'request email sent' };
}

/** The single row of two people, created or locked; created again if it is deleted in between. */
async function rowOfPair(
  tx: Tx,
  me: Party,
  key: string,
  wish: Wish,
): Promise<{ row: ConnectionRow; isNew: boolean }> {
  const pair_key = pairKey(me.email_key, key);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const made = await tx
      .insertInto('connection')
      .values({
        owner_id: me.id,
        user_id: null,
        email: wish.email,
        email_key: key,
        pair_key,
        status: 'REQD',
        owner_alias: wish.alias,
        message: wish.text,
        token_hash: null,
        token_expires_at: null,
      })
      .onConflict((conflict) => conflict.column('pair_key').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) return { row: made, isNew: true };
    const known = await tx
      .selectFrom('connection')
      .selectAll()
      .where('pair_key', '=', pair_key)
      .forUpdate()
      .executeTakeFirst();
    if (known) return { row: known, isNew: false };
  }
  throw new Refusal('conflict');
}

/** Turns a rejected request, or one of a deleted person, into a request of the person asking now. */
async function turnRound(
  tx: Tx,
  me: Party,
  row: ConnectionRow,
  key: string,
  wish: Wish,
): Promise<ConnectionRow> {
  const was = row.owner_id === me.id ? row.owner_alias : row.user_alias;
  const theirs = row.owner_id === me.id ? row.user_alias : row.owner_alias;
  return tx
    .updateTable('connection')
    .set({
      owner_id: me.id,
      email: wish.email,
      email_key: key,
      owner_alias: wish.alias || was,
      user_alias: theirs,
      message: wish.text,
      accepted_at_signup: false,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
