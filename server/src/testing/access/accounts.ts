import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { hashPassword } from '../../modules/identity/hashing/password-hash.ts';
import { hashToken, newToken, openSession } from '../../modules/identity/sessions.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { inTransaction } from '../../platform/work.ts';
import { completeFields } from '../draft-forms.ts';
import { createPasskey, createUser } from '../factories.ts';
import { PASSWORD } from '../sign-in.ts';
import type { TestApp } from '../test-app.ts';
import type { NewCase, People, Persona } from './personas.ts';

const ORIGIN = { ip: '127.0.0.1', userAgent: 'test', requestId: null };

export interface Accounts {
  /** A fresh customer with one session. */
  newUser(
    state: 'active' | 'blocked' | 'not_activated',
  ): Promise<{ id: number; email: string; sessionId: string }>;
  /** Id of another session of the author. */
  newSession(): Promise<string>;
  /** Gives a persona the password `PASSWORD`; does nothing for `nobody`. */
  givePassword(persona: Persona): Promise<void>;
  /** A reset of a fresh customer's second step, asked for by a fresh staff member, with the token of its mail. */
  newReset(state: 'requested' | 'waiting'): Promise<{ id: number; reset: number; token: string }>;
  /** A change of a fresh customer's address, asked for by a fresh staff member, with the token of the old address. */
  newEmailChange(): Promise<{ id: number; change: number; token: string }>;
  /** Gives a user a second step. */
  givePasskey(userId: number): Promise<void>;
  /** The author's only passkey. */
  newPasskey(): Promise<{ id: number }>;
  /** The recipient's encoded id; they have a picture, and a case with the author. */
  newPicture(): Promise<string>;
  /** A new complete draft of the author. */
  newCompleteDraft(): Promise<{ id: number; version: number }>;
  /** The address at which the author can download all files of a new case. */
  newZip(): Promise<{ params: { id: number; idb64: string }; query: string }>;
}

export function accountsOf(t: TestApp, people: People, newCase: NewCase): Accounts {
  const { db, storage } = t.services;
  const { author, recipient, staff } = people;
  let hash: Promise<string> | undefined;
  return {
    async givePassword(persona) {
      if (persona === 'nobody') return;
      hash ??= hashPassword(PASSWORD);
      const { id } = people[persona];
      await db
        .updateTable('app_user')
        .set({ password_hash: await hash })
        .where('id', '=', id)
        .execute();
    },
    async newUser(state) {
      const { id, email } = await createUser(t.services, {
        activated_at: state === 'not_activated' ? null : new Date(),
        ...(state === 'blocked' ? { blocked_at: new Date(), blocked_by: staff.id } : {}),
      });
      const { sessionId } = await inTransaction(t.services, ORIGIN, (work) => openSession(work, id));
      return { id, email, sessionId };
    },
    async newSession() {
      await t.as(author);
      const before = await db.selectFrom('session').select('id').where('user_id', '=', author.id).execute();
      await inTransaction(t.services, ORIGIN, (work) => openSession(work, author.id));
      const after = await db.selectFrom('session').select('id').where('user_id', '=', author.id).execute();
      return after.find(({ id }) => !before.some((known) => known.id === id))?.id ?? '';
    },
    async newReset(state) {
      const { id } = await createUser(t.services);
      await createPasskey(t.services, id);
      const token = newToken();
      const isApproved = state === 'waiting';
      const reset = await db
        .insertInto('step_reset')
        .values({
          user_id: id,
          reason: 'Phone stolen',
          requested_by: (await createUser(t.services, { is_staff: true })).id,
          approved_by: isApproved ? staff.id : null,
          approved_at: isApproved ? new Date() : null,
          due_at: isApproved ? new Date(Date.now() + 3600_000) : null,
          cancel_hash: isApproved ? hashToken(token) : null,
          ended_at: null,
          end_reason: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, reset: reset.id, token };
    },
    async newEmailChange() {
      const { id } = await createUser(t.services);
      const token = newToken();
      const email = `moved-${randomUUID()}@cusp.example`;
      const change = await db
        .insertInto('email_change')
        .values({
          user_id: id,
          email,
          email_key: email,
          reason: 'New domain',
          requested_by: (await createUser(t.services, { is_staff: true })).id,
          expires_at: new Date(Date.now() + 3600_000),
          old_hash: hashToken(token),
          new_hash: hashToken(newToken()),
          warning_hash: null,
          old_agreed_at: null,
          new_agreed_at: new Date(),
          approved_by: null,
          approved_at: null,
          due_at: null,
          ended_at: null,
          end_reason: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, change: change.id, token };
    },
    async givePasskey(userId) {
      await createPasskey(t.services, userId);
    },
    async newPasskey() {
      await db.deleteFrom('passkey').where('user_id', '=', author.id).execute();
      return createPasskey(t.services, author.id);
    },
    async newPicture() {
      await newCase();
      const picture_key = `pictures/${randomUUID()}`;
      await storage.write(picture_key, Readable.from([Buffer.from('picture')]));
      await db
        .updateTable('app_user')
        .set({ picture_key, picture_type: 'image/png' })
        .where('id', '=', recipient.id)
        .execute();
      return encodeId(recipient.id);
    },
    async newCompleteDraft() {
      const fields = completeFields(recipient.id);
      return (await (await t.as(author)).post('/v1/drafts/', { key: randomUUID(), fields })).json();
    },
    async newZip() {
      const { id } = await newCase();
      const reply = await (await t.as(author)).post(`/v1/cases/${id}/files/download/`);
      const query = `?filename=${encodeURIComponent(reply.json().filename)}`;
      return { params: { id, idb64: encodeId(author.id) }, query };
    },
  };
}
