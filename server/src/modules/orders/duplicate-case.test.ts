import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { completeFields, createFileRow } from '../../testing/draft-forms.ts';

import { openTwoSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();
const author = await t.as(people.author);
const path = (id: number) => `/v1/cases/${id}/duplicate/`;
const body = () => ({ key: randomUUID() });
const FIELDS = completeFields(people.recipient.id);
const [CROWN] = FIELDS.restorations;

/** A sent case of the author, with these fields beside those of a complete form. */
async function sent(fields: object = {}): Promise<number> {
  const draft = (await author.post('/v1/drafts/', { ...body(), fields: { ...FIELDS, ...fields } })).json();
  const reply = await author.post(`/v1/drafts/${draft.id}/send/`, { version: draft.version });
  expect(reply.statusCode, reply.body).toBe(200);
  return draft.id;
}

describe('duplicating a case', () => {
  test('duplicating a case is refused for guests, strangers, the recipient’s side, drafts and deleted cases', async () => {
    const { id } = await newCase();
    expect((await t.nobody.post(path(id), body())).statusCode).toBe(401);
    expect((await (await t.as(people.stranger)).post(path(id), body())).statusCode).toBe(404);
    expect((await (await t.as(people.recipient)).post(path(id), body())).statusCode).toBe(403);
    const draft = (await author.post('/v1/drafts/', body())).json();
    expect((await author.post(path(draft.id), body())).statusCode).toBe(404);
    expect((await author.post(path(id), {})).statusCode).toBe(400);
    await author.delete(`/v1/cases/${id}/remove/`);
    expect((await author.post(path(id), body())).statusCode).toBe(404);
  });

  test('duplicating a case begins one draft per key with order and patient, without files, date and confirmations', async () => {
    const id = await sent({ restorations: [{ ...CROWN, shade: 'Q7', meant: ['shade_unusual::Q7'] }] });
    await createFileRow(t.services, { caseId: id, uploaderId: people.author.id, filename: 'a.stl' });
    const { restorations } = (await author.get(`/v1/cases/${id}/order/`)).json().fields;
    expect(restorations[0].meant).toHaveLength(1);
    const again = body();
    const copy = (await author.post(path(id), again)).json();
    expect((await author.post(path(id), again)).json()).toEqual(copy);
    expect(copy.id).not.toBe(id);
    expect((await author.get(`/v1/drafts/${copy.id}/`)).json()).toMatchObject({
      ...FIELDS,
      restorations: [{ ...CROWN, shade: 'Q7', meant: [] }],
      deliveryDate: null,
      appointment: null,
      scansFollow: false,
      deviceId: null,
      files: [],
    });
  });

  test('tooth words of a foreign order go into the note of the duplicate, where its author sees them', async () => {
    const id = await sent({ note: 'Please call' });
    await t.services.db
      .updateTable('restoration')
      .set({ tooth_text: 'mesiodens' })
      .where('case_id', '=', id)
      .execute();
    const copy = (await author.post(path(id), body())).json();
    expect((await author.get(`/v1/drafts/${copy.id}/`)).json().note).toBe('Crown: mesiodens\nPlease call');
    const { tooth_text } = await t.services.db
      .selectFrom('restoration')
      .select('tooth_text')
      .where('case_id', '=', copy.id)
      .executeTakeFirstOrThrow();
    expect(tooth_text).toBe('');
  });

  test('a duplicate belongs to the colleague of the group who asked, with a recipient only if they can send to them', async () => {
    const mate = await t.as(people.authorMate);
    const id = await sent();
    const copy = (await mate.post(path(id), body())).json();
    expect((await mate.get(`/v1/drafts/${copy.id}/`)).json().recipientId).toBe(people.recipient.id);
    expect((await author.get(`/v1/drafts/${copy.id}/`)).statusCode).toBe(404);
    const connections = await t.services.db.deleteFrom('connection').returningAll().execute();
    onTestFinished(async () => {
      await t.services.db.insertInto('connection').values(connections).execute();
    });
    const later = (await mate.post(path(id), body())).json();
    expect((await mate.get(`/v1/drafts/${later.id}/`)).json()).toMatchObject({
      recipientId: null,
      patient: FIELDS.patient,
    });
  });
});
