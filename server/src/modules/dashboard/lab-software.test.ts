import { describe, expect, test } from 'vitest';
import { encodeId } from '../../platform/http/idb64.ts';
import { createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const address = (userId: number) => `/v1/3disclab/install/download/${encodeId(userId)}/`;

test('lab software is refused to clinics and for another person’s id', async () => {
  const clinic = await createUser(t.services, { role: 'Dental Clinic' });
  const lab = await createUser(t.services, { role: 'Dental Lab' });
  expect((await t.nobody.get(address(lab.id))).statusCode).toBe(401);
  expect((await (await t.as(clinic)).get(address(clinic.id))).statusCode).toBe(403);
  expect((await (await t.as(lab)).get(address(clinic.id))).statusCode).toBe(404);
});

test('a lab is redirected to the installer of the brand', async () => {
  const lab = await createUser(t.services, { role: 'Dental Lab' });
  const reply = await (await t.as(lab)).get(address(lab.id));
  expect([reply.statusCode, reply.headers.location]).toEqual([
    303,
    'https://downloads.cusp.example/3disclab/install',
  ]);
});

describe('the check before the download', () => {
  const prepare = '/v1/auth/check/?callfrom=download';

  test('the check before the download refuses like the download', async () => {
    const clinic = await createUser(t.services, { role: 'Dental Clinic' });
    expect((await t.nobody.get(prepare)).statusCode).toBe(401);
    expect((await (await t.as(clinic)).get(prepare)).statusCode).toBe(403);
    expect((await (await t.as(clinic)).get('/v1/auth/check/')).statusCode).toBe(200);
  });

  test('the check before the download returns the signed-in person', async () => {
    const lab = await createUser(t.services, { role: 'Dental Lab' });
    const reply = await (await t.as(lab)).get(prepare);
    expect([reply.statusCode, reply.json().user.id]).toEqual([200, lab.id]);
  });
});
