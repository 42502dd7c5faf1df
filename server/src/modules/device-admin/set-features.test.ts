import type { StaffDevice } from '@cusp/contract/staff-devices';
import { describe, expect, test } from 'vitest';
import { createDevice, newUdi } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const [ann, bob] = [
  await createUser(t.services, { is_device_manager: true }),
  await createUser(t.services, { is_device_manager: true, first_name: 'Bob', last_name: 'Fast' }),
];
const [byAnn, byBob] = [await t.asStaff(ann), await t.asStaff(bob)];
interface Entry {
  udi: string;
  option: boolean;
  version?: number;
}
const set = (featureData: Entry[], client = byAnn) =>
  client.post('/v1/cs/devices/features/', { featureData });
const newDevice = () => createDevice(t.services, ann);
const featureOf = async ({ id }: { id: number }) =>
  (await byAnn.get(`/v1/cs/devices/${id}/`)).json<StaffDevice>().feature;
const issues = (reply: Awaited<ReturnType<typeof set>>) =>
  reply.json().errors.map(({ field, code }: { field: string; code: string }) => [field, code]);

describe('refused', () => {
  test('every unknown UDI is named, and no option is set', async () => {
    const device = await newDevice();
    const reply = await set([
      { udi: device.udi, option: true },
      { udi: newUdi().udi, option: true },
      { udi: 'never heard of', option: true },
    ]);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'udi_unknown']);
    expect(issues(reply)).toEqual([
      ['featureData.1.udi', 'udi_unknown'],
      ['featureData.2.udi', 'udi_unknown'],
    ]);
    expect(await featureOf(device)).toBeNull();
  });

  test('a removed device is unknown', async () => {
    const device = await newDevice();
    await byAnn.delete('/v1/cs/devices/remove/', { ids: [device.id] });
    expect((await set([{ udi: device.udi, option: true }])).statusCode).toBe(404);
  });

  test('400 names a wrong check digit and a UDI with two options', async () => {
    const device = await newDevice();
    const reply = await set([
      { udi: device.udi, option: true },
      { udi: '(01)09506000134351(21)X1', option: true },
      { udi: device.udi.replaceAll(/[()]/g, ''), option: false },
    ]);
    expect(reply.statusCode).toBe(400);
    expect(issues(reply)).toEqual([
      ['featureData.1.udi', 'udi_wrong_check_digit'],
      ['featureData.2.udi', 'feature_contradictory'],
    ]);
  });

  test('an option that somebody else turned meanwhile gets 409 with the devices and who it was', async () => {
    const [device, unset] = [await newDevice(), await newDevice()];
    await set([{ udi: device.udi, option: true }]);
    await set([{ udi: device.udi, option: false, version: 1 }], byBob);
    const stale = await set([{ udi: device.udi, option: true, version: 1 }]);
    expect(stale.statusCode).toBe(409);
    const named = { id: device.id, name: device.udi, version: 2, changed_by: 'Bob Fast' };
    expect(stale.json()).toMatchObject({ code: 'conflict', changed_by: 'Bob Fast', stale: [named] });
    // This one was not set yet when it was shown.
    await set([{ udi: unset.udi, option: true }], byBob);
    const both = await set([
      { udi: device.udi, option: true, version: 1 },
      { udi: unset.udi, option: false, version: 0 },
    ]);
    const other = { id: unset.id, name: unset.udi, version: 1, changed_by: 'Bob Fast' };
    expect(both.json().stale).toEqual([named, other]);
    const same = await set([{ udi: device.udi, option: false, version: 1 }]);
    expect(same.json()).toEqual({ changed: 0 });
  });
});

test('options are set as partner features show them, once however often the request is sent', async () => {
  const [one, two] = [await newDevice(), await newDevice()];
  const data = [
    { udi: one.udi.replaceAll(/[()]/g, ''), option: true },
    { udi: two.udi, option: false },
    { udi: two.udi, option: false },
  ];
  expect((await set(data)).json()).toEqual({ changed: 2 });
  expect((await set(data)).json()).toEqual({ changed: 0 });
  expect(await featureOf(one)).toEqual({ option: true, version: 1 });
  expect(await featureOf(two)).toEqual({ option: false, version: 1 });
  const list = await byAnn.get(`/partnerfeatures/?search=${encodeURIComponent(one.serialNo)}`);
  expect(list.json().features).toMatchObject([{ option: true }]);
  const logged = await t.services.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'feature_changed')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(logged.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([{ option: true }, { option: false }]),
  );
});
