import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/partners.ts';
import { codeSentTo, tryCode, verifyPhone } from '../../testing/phone.ts';
import { EXIF, jpeg, pictureBlob } from '../../testing/pictures.ts';
import { auditOf, humanResponse } from '../../testing/sign-in.ts';
import { openSignUp } from '../../testing/sign-up.ts';

const { t, newcomer, formWith, send, signUp, accounts } = await openSignUp();

describe('signing up', () => {
  const rowOf = (email: string) =>
    t.services.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

  test.each([
    ['with the same human check', '+49 89 100011', true],
    ['each with its own human check', '+49 89 100012', false],
  ])('two clicks on sign-up at once create one account and are both answered, %s', async (_, phone, same) => {
    const { cookie = '' } = await verifyPhone(t, phone, { from: '198.51.100.11' });
    const spellings = [newcomer.username, newcomer.username.toUpperCase(), newcomer.username];
    const check = await humanResponse(t);
    const forms = await Promise.all(
      spellings.map((username) =>
        formWith({ username, phone, ...(same && { 'g-recaptcha-response': check }) }),
      ),
    );
    const answersOf = (sent: FormData[]) =>
      Promise.all(
        sent.map(async (form) => {
          const reply = await send(form, { cookie });
          return [reply.statusCode, reply.json().code ?? reply.json().uid];
        }),
      );
    const [first, ...others] = await answersOf(forms);
    expect(first).toEqual([200, expect.any(String)]);
    expect(others).toEqual([first, first]);
    if (same) expect(await answersOf(forms.slice(0, 1))).toEqual([first]);
    const made = (await accounts()).filter(({ email }) => email.toLowerCase() === newcomer.username);
    expect(made).toHaveLength(1);
    expect(await mailsTo(t, made[0]?.email ?? '')).toHaveLength(1);
  });

  test('when two sign-ups with different passwords race, one is refused', async () => {
    const forms = [await formWith(), await formWith({ password: 'four green incisors' })];
    const replies = await Promise.all(forms.map((form) => send(form)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  test('a form that is sent again because its answer was lost is answered as before, with the password only', async () => {
    const { cookie = '' } = await verifyPhone(t, '+49 89 100010', { from: '198.51.100.10' });
    const again = async (fields = {}) => {
      const reply = await send(await formWith({ phone: '+49 89 100010', ...fields }), { cookie });
      const { code, uid, next_in: next } = reply.json();
      return { code, uid, waits: next > 0 };
    };
    const first = await again();
    expect(first).toEqual({ code: undefined, uid: expect.any(String), waits: true });
    // The number was used up by the account.
    expect(await again()).toEqual(first);
    expect(await mailsTo(t, newcomer.username)).toHaveLength(1);
    const other = { phone: '', password: 'four green incisors' };
    expect(await again(other)).toMatchObject({ code: 'email_taken' });
    expect(await again({ 'g-recaptcha-response': 'unused' })).toMatchObject({ code: 'human_check_failed' });
    const age = (set: RawBuilder<unknown>) =>
      sql`update app_user set ${set} where email = ${newcomer.username}`.execute(t.services.db);
    await age(sql`created_at = now() - interval '16 minutes'`);
    expect(await again({ phone: '' })).toMatchObject({ code: 'email_taken' });
    await age(sql`created_at = now(), activated_at = now()`);
    expect(await again({ phone: '' })).toMatchObject({ code: 'email_taken' });
  });

  test('sign-up stores the fields, the browser’s language and the host’s brand', async () => {
    const { cookie = '' } = await verifyPhone(t, '+49 89 123456', { from: '198.51.100.5' });
    const form = await formWith({
      first_name: ' Zoë ',
      institution: 'Praxis "Müller" <b>',
      phone: '+49 89 123456',
      address: '서울특별시',
    });
    const reply = await send(form, {
      cookie,
      'accept-language': 'pt-BR,en;q=0.5',
      host: 'cloud.verdent.example',
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const row = await rowOf(newcomer.username);
    expect(row).toMatchObject({
      first_name: 'Zoë',
      institution: 'Praxis "Müller" <b>',
      phone: '+49 89 123456',
      phone_verified: true,
      address: '서울특별시',
      language: 'pt-BR',
      brand: 'verdent',
      activated_at: null,
      region: 'us',
      // Null because a single region was not a choice.
      region_set_at: null,
      is_staff: false,
    });
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await auditOf(t, row.id)).toEqual(['user_created']);
  });

  test('sign-up uses a verified number for one account, even twice at once', async () => {
    const phone = '+49 89 100006';
    const by = { from: '198.51.100.6' };
    const { cookie = '' } = await verifyPhone(t, phone, by);
    const twins = [`a${newcomer.username}`, `b${newcomer.username}`].map((each) =>
      formWith({ username: each, phone }),
    );
    const replies = await Promise.all((await Promise.all(twins)).map((form) => send(form, { cookie })));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
    const again = await tryCode(t, phone, await codeSentTo(t, phone), { ...by, cookie });
    expect(again.json()).toMatchObject({ code: 'phone_code_over' });
  });

  test('sign-up keeps a verified number for another try if the address is taken', async () => {
    const phone = '+49 89 100007';
    const { cookie = '' } = await verifyPhone(t, phone, { from: '198.51.100.7' });
    const { email: taken } = await createUser(t.services);
    const refused = await send(await formWith({ username: taken, phone }), { cookie });
    expect(refused.json()).toMatchObject({ code: 'email_taken' });
    expect((await send(await formWith({ phone }), { cookie })).statusCode).toBe(200);
  });

  test('sign-up cannot set staff flags or activate', async () => {
    const reply = await signUp({ is_staff: 'true', activated_at: '2026-01-01', id: '1' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await rowOf(newcomer.username)).toMatchObject({ is_staff: false, activated_at: null });
  });

  test('sign-up stores the picture by its content and without metadata', async () => {
    const reply = await signUp({ picture: pictureBlob(jpeg({ segments: [EXIF] }), 'text/html') });
    expect(reply.statusCode, reply.body).toBe(200);
    const row = await rowOf(newcomer.username);
    expect(row.picture_type).toBe('image/jpeg');
    expect(row.picture_key).toMatch(/^pictures\/[\w-]+\.jpg$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await t.services.storage.read(String(row.picture_key))) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(jpeg());
  });

  test('sign-up treats an empty picture part as no picture', async () => {
    const form = await formWith();
    form.append('picture', new Blob([]), '');
    expect((await send(form)).statusCode).toBe(200);
    expect((await rowOf(newcomer.username)).picture_key).toBeNull();
  });
});
