import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { createUser } from '../../testing/factories.ts';
import { codeOf, setUpApp } from '../../testing/second-step.ts';
import { ask, createMember } from '../../testing/sign-in.ts';
import { codeAt, proof, REQUEST, supportSteps } from '../../testing/support-steps.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { openSession } from '../identity/sessions.ts';

const t = await openTestApp({ config: { demo: true }, work: true });
const { db } = t.services;
const { member, askFor, optionsOf, consent, running } = supportSteps(t);

describe('acting for an account is impossible', () => {
  test('acting for an account is impossible for oneself, for every kind of staff, and for accounts that are not in use', async () => {
    const subjects = {
      not_activated: await createMember(t, { activated_at: null }),
      deleted: await createMember(t, { deleted_at: new Date() }),
      blocked: await createMember(t, {
        blocked_at: new Date(),
        blocked_by: (await createUser(t.services)).id,
        block_reason: 'Asked to',
      }),
    };
    const asker = await member();
    for (const [why, subject] of Object.entries(subjects)) {
      expect((await optionsOf(asker, subject)).impossible).toBe(why);
      expect(codeAt(await askFor(asker, subject))).toEqual([409, 'support_impossible']);
    }
    expect((await optionsOf(asker, asker)).impossible).toBe('self');
    expect(codeAt(await askFor(asker, asker))).toEqual([409, 'support_impossible']);
    const flags = ['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'];
    for (const flag of flags) {
      const other = await createMember(t, { [flag]: true });
      await consent(other);
      expect((await optionsOf(asker, other)).impossible).toBe('staff');
      expect(codeAt(await askFor(asker, other))).toEqual([409, 'support_impossible']);
    }
    expect((await askFor(asker, { id: 987654321 })).statusCode).toBe(404);
    const requests = db.selectFrom('support_session').selectAll().where('staff_id', '=', asker.id);
    expect(await requests.execute()).toEqual([]);
  });

  test('acting for an account is impossible without the flag "staff", from a customer session and from a support session', async () => {
    const subject = await createMember(t);
    for (const flag of ['is_device_manager', 'is_sales_manager', 'is_device_user_viewer']) {
      const other = await createMember(t, { [flag]: true });
      expect((await askFor(other, subject)).statusCode).toBe(403);
    }
    const { headers } = await running(subject);
    const nested = await ask(t, {
      path: `/v1/cs/users/${(await createMember(t)).id}/login/`,
      body: { ...REQUEST, proof },
      headers,
    });
    expect(codeAt(nested)).toEqual([403, 'closed_to_support']);
  });
});

describe('a request is refused', () => {
  test.each([
    ['a short reason', { reason: 'a short one' }],
    ['a reason of blanks', { reason: `a${' '.repeat(40)}` }],
    ['an unknown reason code', { reason_code: 'curious' }],
    ['a long ticket', { ticket: '4'.repeat(41) }],
    ['an unknown mode', { mode: 'admin' }],
  ])('%s gets 400', async (_, more) => {
    expect((await askFor(await member(), await createMember(t), more)).statusCode).toBe(400);
  });

  test('a request is refused without a right proof', async () => {
    const [staff, subject] = [await member(), await createMember(t)];
    expect(codeAt(await askFor(staff, subject, { proof: {} }))).toEqual([403, 'proof_needed']);
    const wrong = { proof: { password: 'not the password' } };
    expect(codeAt(await askFor(staff, subject, wrong))).toEqual([400, 'wrong_password']);
    expect((await optionsOf(staff, subject)).log).toEqual([]);
  });

  test('staff with an app need a code, whatever their password', async () => {
    const [staff, subject] = [await member(), await createMember(t)];
    const { secret } = await setUpApp(await t.as(staff));
    const cookieless = await openNew(staff);
    const post = (body: object) =>
      ask(t, {
        path: `/v1/cs/users/${subject.id}/login/`,
        body: { ...REQUEST, ...body },
        headers: cookieless,
      });
    expect(codeAt(await post({ proof }))).toEqual([403, 'code_needed']);
    expect((await post({ proof: { code: codeOf(secret, 1) } })).statusCode).toBe(200);
  });

  test('staff with a passkey only need a sign-in of the last five minutes', async () => {
    const [staff, subject] = [await member(), await createMember(t)];
    await db
      .insertInto('passkey')
      .values({
        user_id: staff.id,
        credential_id: `key-${staff.id}`,
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        rp_id: 'localhost',
        name: 'Key',
        created_at: sql<Date>`now() - interval '1 day'`,
        last_used_at: null,
      })
      .execute();
    expect((await askFor(staff, subject)).statusCode).toBe(200);
    await db
      .updateTable('session')
      .set({ created_at: sql`now() - interval '6 minutes'` })
      .where('user_id', '=', staff.id)
      .execute();
    expect((await optionsOf(staff, subject)).proof).toBe('sign_in');
    expect(codeAt(await askFor(staff, subject))).toEqual([403, 'proof_needed']);
  });
});

async function openNew(staff: { id: number }) {
  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: null };
  const { access } = await inTransaction(t.services, origin, (work) => openSession(work, staff.id, 'staff'));
  return { authorization: `Bearer ${access}` };
}
