import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { listsOf } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

interface Wanted {
  is_active?: boolean;
  region?: 'us' | 'eu';
  hasAccount?: boolean;
  logo_key?: string | null;
}

async function listLab({ is_active = true, region = 'us', hasAccount = true, logo_key = null }: Wanted = {}) {
  const account = await createLabUser(t.services, { region });
  const lab = await t.services.db
    .insertInto('lab')
    .values({
      user_id: hasAccount ? account.id : null,
      name: 'Ada',
      company_name: `Lab of ${account.id}`,
      country: 'DE',
      is_active,
      logo_key,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...lab, account };
}

const idsFor = async (person: { id: number }) =>
  (await (await t.as(person)).get('/v1/labs/')).json().dental_labs.map((lab: { id: number }) => lab.id);

const requestPath = (id: number) => `/v1/labs/${id}/request-connection/`;

describe('the list of labs', () => {
  it('the list of labs needs a signed-in person', async () => {
    expect((await t.nobody.get('/v1/labs/')).statusCode).toBe(401);
  });

  it('the list of labs leaves out inactive labs, labs without account or of the other region, and oneself', async () => {
    const shown = await listLab();
    const hidden = [
      await listLab({ is_active: false }),
      await listLab({ region: 'eu' }),
      await listLab({ hasAccount: false }),
    ];
    const listed = async (person: { id: number }) =>
      (await idsFor(person)).filter((id: number) => [shown, ...hidden].some((lab) => lab.id === id));
    expect(await listed(await createUser(t.services))).toEqual([shown.id]);
    expect(await listed(shown.account)).toEqual([]);
  });

  it('the list of labs names countries in the reader’s language', async () => {
    const lab = await listLab();
    const reader = await createUser(t.services, { language: 'fr' });
    const { dental_labs } = (await (await t.as(reader)).get('/v1/labs/')).json();
    expect(dental_labs.find((entry: { id: number }) => entry.id === lab.id)).toMatchObject({
      country: 'DE',
      country_name: 'Allemagne',
      email: lab.account.email,
      lab_logo: null,
    });
  });

  it('the list of labs serves logos of listed labs only', async () => {
    await t.services.storage.write('labs/one.png', Readable.from([Buffer.from('png bytes')]));
    const shown = await listLab({ logo_key: 'labs/one.png' });
    const hidden = await listLab({ logo_key: 'labs/one.png', is_active: false });
    const client = await t.as(await createUser(t.services));
    const logo = await client.get(`/v1/labs/${shown.id}/logo/`);
    expect([logo.headers['content-type'], logo.body]).toEqual(['image/png', 'png bytes']);
    expect((await client.get(`/v1/labs/${hidden.id}/logo/`)).statusCode).toBe(404);
  });
});

describe('requesting a lab of the list', () => {
  it('requesting a lab that is not listed for the reader gets 404', async () => {
    const client = await t.as(await createUser(t.services));
    for (const lab of [
      await listLab({ is_active: false }),
      await listLab({ region: 'eu' }),
      await listLab({ hasAccount: false }),
    ]) {
      expect((await client.post(requestPath(lab.id))).statusCode).toBe(404);
    }
    expect((await client.post(requestPath(999_999))).statusCode).toBe(404);
    expect((await t.nobody.post(requestPath(1))).statusCode).toBe(401);
  });

  it('requesting a lab says "email already added" for a partner and "email same as yours" to itself', async () => {
    const [me, lab] = [await createUser(t.services), await listLab()];
    await createConnection(t.services, me, lab.account);
    const again = await (await t.as(me)).post(requestPath(lab.id));
    expect(again.json().detail).toBe('email already added');
    const own = await (await t.as(lab.account)).post(requestPath(lab.id));
    expect(own.json().detail).toBe('email same as yours');
  });

  it('requesting a lab creates a request with the company’s public name', async () => {
    const [me, lab] = [await createUser(t.services), await listLab()];
    const reply = await (await t.as(me)).post(requestPath(lab.id));
    expect(reply.json().detail).toBe('request email sent');
    expect((await listsOf(t, me)).pending[0]).toMatchObject({
      alias: lab.company_name,
      institution: 'Fine Lab',
      phone: '',
    });
    expect((await listsOf(t, lab.account)).pending[0]).toMatchObject({ Im_invited: true });
  });
});
