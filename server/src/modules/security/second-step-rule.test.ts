import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../platform/db/database.ts';
import { prepareDatabase } from '../../platform/db/prepare.ts';
import { startWarnings } from '../../safe-start.ts';
import { codeOf, setUpApp } from '../../testing/second-step.ts';
import { createMember, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ config: { secondStepRequired: true, secondStepGraceDays: 14, demo: false } });
const relaxed = await openTestApp({ config: { secondStepRequired: false } });

/** Begins the rule some days ago; the serving role may not. */
async function ruleBegan(days: number): Promise<void> {
  const owner = connect(t.urls.owner, 1);
  await sql`update deployment set second_step_since = now() - make_interval(days => ${days}::int)`.execute(
    owner.db,
  );
  await owner.db.destroy();
}
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);

afterEach(() => ruleBegan(0));

describe('a second step is required of everybody', () => {
  test('a new account sees no case before it has one, and keeps the last one', async () => {
    await ruleBegan(1);
    const client = await t.as(await createMember(t));
    const closed = await client.get('/v1/cases/');
    expect([closed.statusCode, closed.json().code]).toEqual([403, 'second_step_needed']);
    expect((await client.get('/v1/auth/check/')).json().session).toMatchObject({ unsecured: true });
    const { secret, recoveryCodes } = await setUpApp(client);
    expect((await client.get('/v1/cases/')).statusCode).toBe(200);
    const { session } = (await client.get('/v1/auth/check/')).json();
    expect([session.unsecured, session.second_step_due]).toEqual([false, undefined]);
    const off = await client.post('/v1/auth/authenticator/remove/', {
      password: PASSWORD,
      code: recoveryCodes[0] ?? codeOf(secret, 1),
    });
    expect([off.statusCode, off.json().code]).toEqual([409, 'second_step_required']);
  });

  test('an older account has 14 days from the beginning of the rule, and is shown the day', async () => {
    await ruleBegan(13);
    const member = await createMember(t, { created_at: daysAgo(400) });
    const client = await t.as(member);
    expect((await client.get('/v1/cases/')).statusCode).toBe(200);
    const { session } = (await client.get('/v1/auth/check/')).json();
    expect(session.unsecured).toBe(false);
    expect(Math.round((Date.parse(session.second_step_due) - Date.now()) / 3_600_000)).toBe(24);
    await ruleBegan(15);
    // Another session, because this process caches that one for ten seconds.
    const late = await createMember(t, { created_at: daysAgo(400) });
    expect((await (await t.as(late)).get('/v1/cases/')).json().code).toBe('second_step_needed');
  });

  test('guests are asked at home, not here', async () => {
    await ruleBegan(1);
    const guest = await createMember(t, { presence: 'guest' });
    const check = await (await t.asGuest(guest)).get('/v1/auth/check/');
    expect(check.json().session.unsecured).toBe(false);
  });
});

test('where the second step is optional, it is required of staff only', async () => {
  const client = await relaxed.as(await createMember(relaxed));
  const { session } = (await client.get('/v1/auth/check/')).json();
  expect([session.unsecured, session.second_step_due]).toEqual([false, undefined]);
  expect((await client.get('/v1/auth/security/')).json().required).toBe(false);
});

test('the first start with the rule begins the grace period, later ones keep it, and relaxing ends it', async () => {
  const owner = connect(t.urls.owner, 1);
  const since = async () =>
    (await owner.db.selectFrom('deployment').select('second_step_since').executeTakeFirstOrThrow())
      .second_step_since;
  try {
    await prepareDatabase(t.urls, 'us', { secondStepRequired: false });
    expect(await since()).toBeNull();
    await prepareDatabase(t.urls, 'us', { secondStepRequired: true });
    const first = await since();
    expect(first).not.toBeNull();
    await prepareDatabase(t.urls, 'us', { secondStepRequired: true });
    expect(await since()).toEqual(first);
  } finally {
    await owner.db.destroy();
  }
});

test('production without the rule warns at the start', () => {
  const config = { ...relaxed.services.config, databaseUrl: 'postgresql://db.example/cusp' };
  expect(startWarnings({ ...config, production: true })).toEqual([
    expect.stringContaining('SECOND_STEP=optional'),
  ]);
  expect(startWarnings({ ...config, production: true, secondStepRequired: true })).toEqual([]);
  expect(startWarnings(config)).toEqual([]);
});
