import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDevice, createRental } from '../../testing/devices.ts';
import { createConnection, createGroup, createUser } from '../../testing/factories.ts';
import { held } from '../../testing/held.ts';
import { createPractice } from '../../testing/moves/practice.ts';
import { invitedPair } from '../../testing/partners.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { codeOf, createAppMember } from '../../testing/second-step.ts';
import { createMember, PASSWORD } from '../../testing/sign-in.ts';
import { begun } from '../../testing/tus.ts';

const { us, eu } = await openTwoRegions({ config: { databasePoolSize: 5 } });
const answerTo = async (reply: Promise<{ statusCode: number; json(): { code?: string } }>) => {
  const { statusCode, ...rest } = await reply;
  return [statusCode, rest.json().code];
};
const start = async (person: { id: number }, country = 'DE') =>
  answerTo((await us.as(person)).post('/v1/user/migration/', { country }) as never);

describe('a move does not begin', () => {
  test('a move does not begin for a member, for staff, in the same region and before 30 days are over', async () => {
    const { author, mate } = await createPractice(us, { cases: 0 });
    expect(await start(mate)).toEqual([409, 'move_member']);
    expect(await start(author, 'US')).toEqual([409, 'move_same_region']);
    expect(await start(await createUser(us.services, { is_staff: true }))).toEqual([409, 'move_staff']);
    const lone = await createUser(us.services);
    await us.services.db
      .insertInto('region_import')
      .values({
        move_id: crypto.randomUUID(),
        from_region: 'eu',
        circle: [lone.id],
        country: 'US',
        totals: JSON.stringify({ cases: 0, files: 0, bytes: 0 }),
        step: 'arrived',
        failure: null,
        ended_at: new Date(Date.now() - 29 * 24 * 3_600_000),
      })
      .execute();
    expect(await start(lone)).toEqual([409, 'move_recent']);
  });

  test('a move does not begin while files are uploaded, without the bytes of a file, or with an address that is taken there', async () => {
    const { author, cases } = await createPractice(us, { cases: 1 });
    const [dentalCase] = cases;
    const at = `/v1/user/migration/plan/?country=DE`;
    const plan = async () => (await (await us.as(author)).get(at)).json();
    const path = await begun(await us.as(author), dentalCase?.id ?? 0, 'upper.stl', 84);
    expect(await start(author)).toEqual([409, 'move_uploads']);
    expect(await plan()).toMatchObject({
      problems: ['uploads'],
      uploads: [{ case_no: dentalCase?.no, filename: 'upper.stl' }],
    });
    await us.services.db
      .deleteFrom('upload')
      .where('id', '=', path.split('/').at(-2) ?? '')
      .execute();
    const file = await us.services.db
      .selectFrom('case_file')
      .select(['storage_key'])
      .where('case_id', '=', dentalCase?.id ?? 0)
      .executeTakeFirstOrThrow();
    await us.services.storage.remove(file.storage_key);
    expect(await start(author)).toEqual([409, 'move_lost_files']);
    expect((await plan()).lost_files).toEqual([{ case_no: dentalCase?.no, filename: 'scan-0.stl' }]);
    const twin = await createUser(us.services);
    await createUser(eu.services, { email: twin.email, region: 'eu' });
    expect(await start(twin)).toEqual([409, 'move_address_taken']);
  });

  test('a move does not begin while a scanner is locked by its rental manager', async () => {
    const { author, mate } = await createPractice(us, { cases: 0 });
    const manager = await createUser(us.services, { is_device_rental_manager: true });
    // The whole group moves, so the scanner of a member counts too.
    const device = await createRental(us.services, { manager, customer: mate });
    const lock = async (dev_locked: boolean) => {
      const dev_conns = [{ dev_id: device.id, user_id: manager.id, dev_locked }];
      const reply = await (await us.as(manager)).post('/v1/devices/connections/', { dev_conns });
      expect(reply.statusCode).toBe(200);
    };
    await lock(true);
    expect(await start(author)).toEqual([409, 'move_locked_scanner']);
    await lock(false);
    const plan = await (await us.as(author)).get('/v1/user/migration/plan/?country=DE');
    expect(plan.json().problems).toEqual([]);
  });

  test('a move does not begin while somebody of the circle rents out devices', async () => {
    const { author, mate } = await createPractice(us, { cases: 0 });
    const device = await createDevice(us.services, mate, { rentalManagerId: mate.id });
    expect(await start(author)).toEqual([409, 'move_rented_devices']);
    const plan = await (await us.as(author)).get('/v1/user/migration/plan/?country=DE');
    expect(plan.json().problems).toEqual(['rented_devices']);
    const staff = await us.asStaff(await createUser(us.services, { is_device_manager: true }));
    const assign = (id: number, email: string | null) =>
      answerTo(staff.post('/v1/cs/devices/rental-manager/', { ids: [id], email }) as never);
    expect(await assign(device.id, null)).toEqual([200, undefined]);
    expect(await start(author)).toEqual([200, undefined]);
    // Neither devices nor locks come to people who are moving.
    expect(await assign(device.id, mate.email)).toEqual([423, 'moving']);
    const manager = await createUser(us.services, { is_device_rental_manager: true });
    const { id } = await createRental(us.services, { manager, customer: mate });
    const dev_conns = [{ dev_id: id, user_id: manager.id, dev_locked: true }];
    expect(
      await answerTo((await us.as(manager)).post('/v1/devices/connections/', { dev_conns }) as never),
    ).toEqual([423, 'moving']);
    expect((await (await us.as(author)).delete('/v1/user/migration/')).statusCode).toBe(200);
    expect(await assign(device.id, mate.email)).toEqual([200, undefined]);
  });

  test('a move does not begin without a proof of identity, and a move that is refused does not use up the code', async () => {
    const { member, client, secret, usedCode } = await createAppMember(us);
    const begin = (body: object) =>
      answerTo(client.post('/v1/user/migration/', { country: 'DE', ...body }) as never);
    const mate = await createUser(us.services);
    const { id } = await createGroup(us.services, mate, [member]);
    const code = codeOf(secret, 1);
    expect(await begin({ code })).toEqual([409, 'move_member']);
    await us.services.db.deleteFrom('share_group').where('id', '=', id).execute();
    expect(await begin({})).toEqual([403, 'code_needed']);
    expect(await begin({ password: PASSWORD })).toEqual([403, 'code_needed']);
    expect(await begin({ code: usedCode })).toEqual([400, 'wrong_code']);
    expect(await begin({ code })).toEqual([200, undefined]);

    const simple = await createMember(us);
    expect(await start(simple)).toEqual([403, 'proof_needed']);
    const wrong = await (await us.as(simple)).post('/v1/user/migration/', { country: 'DE', password: 'no' });
    expect(wrong.json()).toMatchObject({ code: 'wrong_password' });
  });

  test.each([
    ['the person who asks', 'move_member'],
    ['a colleague', 'conflict'],
  ] as const)('a move does not begin while %s is joining a group', async (who, code) => {
    const { owner, invited, path } = await invitedPair(us);
    const [asks, joining] = [await us.as(who === 'a colleague' ? owner : invited), await us.as(invited)];
    // The transaction of the joining person has written the membership and waits for the lock.
    const events = await held(us, sql`lock table event in share row exclusive mode`);
    const joined = joining.put(path, {});
    await events.waiting(1);
    const begun = asks.post('/v1/user/migration/', { country: 'DE' });
    await events.waiting(2);
    await events.release();
    expect((await joined).statusCode).toBe(200);
    expect(await answerTo(begun as never)).toEqual([409, code]);
  });

  test('two clicks at once begin one move', async () => {
    const lone = await createUser(us.services);
    const answers = await Promise.all([start(lone), start(lone)]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
    expect(await start(lone)).toEqual([409, 'move_under_way']);
    expect(await answerTo((await us.as(lone)).delete('/v1/user/migration/') as never)).toEqual([
      200,
      undefined,
    ]);
    expect(await answerTo((await us.as(lone)).delete('/v1/user/migration/') as never)).toEqual([
      404,
      'not_found',
    ]);
  });
});

test('the plan lists the data that moves and stays, and the people who stay', async () => {
  const { author, mate, lab } = await createPractice(us);
  const asked = await createUser(us.services);
  await us.services.db
    .updateTable('app_user')
    .set({ first_name: '민준', last_name: '김' })
    .where('id', '=', lab.id)
    .execute();
  await us.services.db
    .updateTable('connection')
    .set({ status: 'REQD' })
    .where('id', '=', (await createConnection(us.services, asked, author)).id)
    .execute();
  // Codes whose hash has a key of its own move with the person.
  await us.services.db
    .insertInto('recovery_code')
    .values([
      { user_id: author.id, hash: randomBytes(32), key: randomBytes(60) },
      { user_id: author.id, hash: randomBytes(32), key: null, used_at: new Date() },
      { user_id: mate.id, hash: randomBytes(32), key: null },
    ])
    .execute();
  const plan = (await (await us.as(author)).get('/v1/user/migration/plan/?country=DE')).json();
  expect(plan).toMatchObject({
    to: 'EU',
    problems: [],
    moves: { cases: 2, drafts: 0, files: 2, bytes: 2 * (84 + 20 * 50) },
    stays: { cases: 0 },
    partners: [{ id: lab.id, name: '김민준', institution: 'Fine Lab' }],
    invitations: 1,
    passkeys: 0,
    old_codes: [{ id: mate.id }],
  });
  expect(plan.people.map(({ id }: { id: number }) => id).sort()).toEqual([author.id, mate.id].sort());
  const labs = (await (await us.as(lab)).get('/v1/user/migration/plan/?country=DE')).json();
  expect(labs).toMatchObject({ moves: { cases: 0 }, stays: { cases: 2 }, partners: [{ id: author.id }] });
});
