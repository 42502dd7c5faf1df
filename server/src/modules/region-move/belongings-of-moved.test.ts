import type { Scanner } from '@cusp/contract/devices';
import { expect, test } from 'vitest';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import { createDevice, createRegistration, nameDevice } from '../../testing/devices.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { createPractice, startMoveAs, workOnMove } from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { createAppMember, stepTokenOf } from '../../testing/second-step.ts';
import { ask, createMember, PASSWORD } from '../../testing/sign-in.ts';
import type { TestApp } from '../../testing/test-app.ts';

const { us, eu } = await openTwoRegions();

test('a practice that moves signs in there with its unused recovery codes, also people with passkeys only', async () => {
  const { member: owner, recoveryCodes } = await createAppMember(us);
  const [mate, early] = [await createMember(us), await createMember(us)];
  await createGroup(us.services, owner, [mate, early]);
  const codesOf = async (person: { id: number }): Promise<string[]> => {
    await us.services.db
      .insertInto('passkey')
      .values({
        user_id: person.id,
        credential_id: `passkey of ${person.id}`,
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        rp_id: 'us.cusp.test',
        name: 'Laptop',
        last_used_at: null,
      })
      .execute();
    const reply = await (await us.as(person)).post('/v1/auth/recovery-codes/', { password: PASSWORD });
    return reply.json().recovery_codes;
  };
  const matesCodes = await codesOf(mate);
  // As codes were hashed before they had keys.
  const [old = '', second = ''] = await codesOf(early);
  await us.services.db.deleteFrom('recovery_code').where('user_id', '=', early.id).execute();
  const hashes = [old, second].map((code) =>
    keyedHash(us.services.secret, 'recovery code', `${early.id} ${code.replace('-', '')}`),
  );
  await us.services.db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: early.id, hash, used_at: null, key: null })))
    .execute();
  const enter = async (t: TestApp, { email }: { email: string }, code = '') => {
    const body = { token: await stepTokenOf(t, email), code };
    return (await ask(t, { path: '/v1/auth/login/code/', body })).statusCode;
  };
  expect([await enter(us, early, old), await enter(us, early, old)]).toEqual([200, 400]);
  const [first, unused] = recoveryCodes;
  await workOnMove(us, eu, await startMoveAs(us, owner, { proof: { code: first } }));
  for (const [person, code] of [
    [owner, unused],
    [mate, matesCodes[0]],
  ] as const)
    expect([await enter(eu, person, code), await enter(eu, person, code)]).toEqual([200, 400]);
  expect(await enter(eu, owner, first)).toBe(400);
  const left = async (person: { id: number }) =>
    (await (await eu.as(person)).get('/v1/auth/security/')).json().recovery_codes_left;
  expect([await left(owner), await left(mate), await left(early)]).toEqual([8, 9, 0]);
}, 120_000);

test('a practice that moves has each scanner once, although the labels in the two regions differ', async () => {
  const { author, mate, cases } = await createPractice(us);
  const label = (more: string) => `(01)09506000134352${more}`;
  const registered = async (t: TestApp, udi: string, by: { id: number; email: string }) => {
    const device = await createDevice(t.services, by, { udi, serialNo: '' });
    return { ...device, ...(await createRegistration(t.services, device, by)), device: device.id };
  };
  const [shared, , lone] = [
    await registered(us, label('(11)240131(21)MOVE-1'), author),
    await registered(us, label('(11)240131(21)MOVE-2'), mate),
    await registered(us, label('(10)LOT1'), author),
  ];
  await nameDevice(us.services, cases[0]?.id ?? 0, { id: shared.device }, author);
  await us.services.db
    .updateTable('app_user')
    .set({ last_device_id: shared.device })
    .where('id', '=', author.id)
    .execute();
  const local = await createUser(eu.services);
  const known = await createDevice(eu.services, local, { udi: label('(21)MOVE-1'), serialNo: '' });
  await registered(eu, label('(21)MOVE-2'), local);
  await createDevice(eu.services, local, { udi: label('(10)LOT2'), serialNo: '' });

  await workOnMove(us, eu, await startMoveAs(us, author));

  const scanners = (await (await eu.as(author)).get('/v1/devices/registrations/')).json();
  expect(scanners.last_device_id).toBe(known.id);
  const listed = scanners.scanners.map((each: Scanner) => [each.id, each.device_id, each.state]);
  expect(listed.toSorted()).toEqual(
    [
      [shared.id, known.id, 'active'],
      [lone.id, lone.device, 'active'],
    ].toSorted(),
  );
  const dentalCase = await eu.services.db
    .selectFrom('dental_case')
    .select(['device_id', 'device_user_id'])
    .where('id', '=', cases[0]?.id ?? 0)
    .executeTakeFirst();
  expect(dentalCase).toEqual({ device_id: known.id, device_user_id: author.id });
  // The serial number still identifies one scanner, and the copy keeps no data of its customer.
  for (const device of ['MOVE-1', 'MOVE-2']) {
    const reply = await (await eu.as(local)).post('/v1/devices/registrations/', { device, country: 'DE' });
    expect(reply.json().code).toBe(device === 'MOVE-1' ? 'device_taken' : 'device_yours');
  }
  const copy = await eu.services.db
    .selectFrom('device')
    .select(['customer_id', 'customer_name'])
    .where('id', '=', shared.device)
    .executeTakeFirst();
  expect(copy).toEqual({ customer_id: null, customer_name: '' });
}, 120_000);
