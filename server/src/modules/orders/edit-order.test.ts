import type { EditMode } from '@cusp/contract/order-fields';
import { describe, expect, test } from 'vitest';
import { day } from '../../testing/appointments.ts';
import { createCase } from '../../testing/factories.ts';
import { crown, orderEdits, orderFields } from '../../testing/order-edits.ts';
import { wish } from '../../testing/sharing.ts';
import { auditOf, eventsOf, ids, openTwoSides, waitingJobs } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();
const { contentOf, edit } = orderEdits(t);
const DELIVERY = day(60);

const versionOf = async (caseId: number) => (await contentOf(people.author, caseId)).order_version;

describe('editing an order is refused', () => {
  test('editing: refused for guests, strangers, the recipient’s side, drafts and deleted cases', async () => {
    const { id } = await newCase();
    const draft = await createCase(t.services, { author: people.author, draft: true });
    const body = { version: 1, proposal: null, as: 'change', fields: orderFields() };
    expect((await t.nobody.put(`/v1/cases/${id}/order/`, body)).statusCode).toBe(401);
    expect((await edit(people.stranger, id, { as: 'change' })).statusCode).toBe(404);
    expect((await edit(people.recipientMate, id, { as: 'change' })).statusCode).toBe(403);
    expect((await edit(people.author, draft.id, { as: 'change' })).statusCode).toBe(404);
    await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
    expect((await edit(people.author, id, { as: 'change' })).statusCode).toBe(404);
  });

  test('editing a closed case is refused, reading its form too', async () => {
    const { id } = await newCase({ status: 'CLSD' });
    const reply = await edit(people.author, id, { as: 'proposal', fields: { note: 'x' } });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'case_closed']);
    const read = await (await t.as(people.author)).get(`/v1/cases/${id}/order/`);
    expect([read.statusCode, read.json().code]).toEqual([409, 'case_closed']);
  });

  test('editing ignores a recipient among the fields, and names a tooth that does not exist', async () => {
    const { id, recipient_id } = await newCase();
    const sneaked = { note: 'x', recipientId: people.partner.id };
    expect((await edit(people.author, id, { as: 'change', fields: sneaked })).statusCode).toBe(200);
    const row = await t.services.db
      .selectFrom('dental_case')
      .select('recipient_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.recipient_id).toBe(recipient_id);
    const wrong = await edit(people.author, id, {
      as: 'change',
      version: 2,
      fields: { restorations: [crown({ teeth: [19] })] },
    });
    expect(wrong.json()).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'fields.restorations.0.teeth' }],
    });
  });

  test('editing to an incomplete order is refused with every reason', async () => {
    const { id } = await newCase();
    const reply = await edit(people.author, id, {
      as: 'change',
      fields: {
        patient: { firstname: '', lastname: '', sex: null, birthdate: null },
        restorations: [crown({ teeth: [], shade: '' })],
        deliveryDate: '2001-01-01',
      },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'draft_incomplete']);
    expect(reply.json().missing).toEqual(['patient_name', 'tooth:0', 'shade:0', 'delivery_date_past']);
    expect(await versionOf(id)).toBe(1);
  });

  test.each(['change', 'proposal'] as const)(
    'a delivery date or an appointment more than five years ahead is refused in a %s',
    async (as) => {
      const { id } = await newCase({ status: as === 'change' ? 'OPEN' : 'PROC' });
      const fields = { deliveryDate: '2206-01-31', appointment: day(6 * 366) };
      const reply = await edit(people.author, id, { as, fields });
      expect(reply.json()).toMatchObject({
        code: 'draft_incomplete',
        missing: ['delivery_date_far', 'appointment_far'],
      });
      const plausible = { deliveryDate: day(4 * 365), appointment: day(4 * 365) };
      expect((await edit(people.author, id, { as, fields: plausible })).statusCode).toBe(200);
    },
  );

  test('editing to a contradictory order is refused until the author confirms the warnings', async () => {
    const { id } = await newCase();
    const twice = { restorations: [crown(), crown()] };
    const reply = await edit(people.author, id, { as: 'change', fields: twice });
    expect(reply.json()).toMatchObject({ code: 'order_contradictory', problems: [{ code: 'same_twice' }] });
    const odd = crown({ shade: 'A3a3' });
    const refused = await edit(people.author, id, { as: 'change', fields: { restorations: [odd] } });
    const [{ mark }] = refused.json<{ problems: [{ mark: string }] }>().problems;
    const meant = { restorations: [{ ...odd, meant: [mark] }] };
    expect((await edit(people.author, id, { as: 'change', fields: meant })).statusCode).toBe(200);
    expect((await contentOf(people.recipient, id)).restorations[0]?.meant).toEqual(['shade_unusual']);
  });

  test('an edit that changes nothing is refused', async () => {
    const { id, patient_last } = await newCase();
    const same = { patient: { firstname: 'Jo', lastname: patient_last, sex: null, birthdate: null } };
    const reply = await edit(people.author, id, { as: 'change', fields: same });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'order_unchanged']);
    expect(await eventsOf(t, id)).toEqual([]);
  });
});

test.each(['2001-01-01', '9999-12-31'])(
  'delivery date and appointment of %s do not prevent correcting a tooth, also by a proposal',
  async (odd) => {
    const { id } = await newCase();
    const set = (columns: object) =>
      t.services.db
        .updateTable('dental_case')
        .set({ delivery_date: odd, appointment: odd, ...columns })
        .where('id', '=', id)
        .execute();
    await set({});
    const fields = { deliveryDate: odd, appointment: odd, restorations: [crown({ teeth: [17] })] };
    expect((await edit(people.author, id, { as: 'change', fields })).statusCode).toBe(200);
    await set({ status: 'PROC' });
    const later = { ...fields, restorations: [crown({ teeth: [18] })] };
    const proposed = await edit(people.author, id, { as: 'proposal', version: 2, fields: later });
    expect(proposed.statusCode, proposed.body).toBe(200);
  },
);

describe.each(['OPEN', 'READ'] as const)('editing in %s', (status) => {
  test('an edit applies at once for both sides, with version, event, audit and mails', async () => {
    const { id, recipient_id } = await newCase({ status });
    const fields = {
      restorations: [crown({ teeth: [17] })],
      deliveryDate: DELIVERY,
      numberSystem: 'Universal' as const,
    };
    const reply = await edit(people.authorMate, id, { as: 'change', fields });
    expect(reply.json()).toEqual({ as: 'change', version: 2, proposal: null });
    const content = await contentOf(people.recipient, id);
    expect(content).toMatchObject({
      order_version: 2,
      deliverydt: DELIVERY,
      proposal: null,
      number_sys: 'Universal',
    });
    expect(content.restorations.map(({ teeth }) => teeth)).toEqual([[17]]);
    const modified = (await eventsOf(t, id)).filter(({ activity }) => activity !== null);
    expect(modified).toHaveLength(1);
    expect(modified[0]).toMatchObject({
      name: 'post_modified',
      activity: 'POST_EDIT',
      actor_id: people.authorMate.id,
    });
    expect(Object.keys(modified[0]?.ids ?? {})).toEqual(['change']);
    expect(modified[0]?.audience.sort((a, b) => a - b)).toEqual(
      ids(people.author, people.authorMate, people.recipient, people.recipientMate),
    );
    expect((await auditOf(t, id)).map(({ action }) => action)).toContain('case_changed');
    const mails = (await waitingJobs(t, 'edited-mail')).filter((job) => job.caseId === id);
    expect(mails.map((job) => job.userId)).toContain(recipient_id);
    expect(mails.map((job) => job.userId)).not.toContain(people.authorMate.id);
  });
});

test('a recipient who switched these mails off gets no mail about an edit', async () => {
  const { id } = await newCase();
  await (await t.as(people.recipient)).put('/v1/user/settings/', { post_edit_email: false });
  await edit(people.author, id, { as: 'change', fields: { note: 'x' } });
  await (await t.as(people.recipient)).put('/v1/user/settings/', { post_edit_email: true });
  const mails = (await waitingJobs(t, 'edited-mail')).filter((job) => job.caseId === id);
  expect(mails.map((job) => job.userId)).not.toContain(people.recipient.id);
});

test('search finds the new name after an edit and not the old one', async () => {
  const { id } = await newCase({ patient_last: 'Lostname' });
  const patient = { firstname: 'Jo', lastname: 'Foundname', sex: null, birthdate: null };
  await edit(people.author, id, { as: 'change', fields: { patient } });
  const found = async (word: string) => {
    const reply = await (await t.as(people.recipient)).get(`/v1/cases/?search=${word}`);
    return reply.json<{ posts: { id: number }[] }>().posts.map((post) => post.id);
  };
  expect(await found('Foundname')).toEqual([id]);
  expect(await found('Lostname')).toEqual([]);
});

test('free texts of imported orders stay when something else is edited, also without a tooth of the chart', async () => {
  const { id } = await newCase();
  await t.services.db
    .updateTable('restoration')
    .set({ type: 'crown', display_name: 'Special frame', teeth: [], tooth_text: 'sn1' })
    .where('case_id', '=', id)
    .execute();
  const order = (await (await t.as(people.author)).get(`/v1/cases/${id}/order/`)).json();
  const reply = await (await t.as(people.author)).put(`/v1/cases/${id}/order/`, {
    version: 1,
    proposal: null,
    as: 'change',
    fields: { ...order.fields, note: 'Corrected' },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const { restorations } = await contentOf(people.recipient, id);
  expect(restorations[0]).toMatchObject({ displayName: 'Special frame', tooth_no: 'sn1' });
});

test('tooth text of an imported order is removed once a tooth takes its place, and not before', async () => {
  const { id } = await newCase();
  await t.services.db
    .updateTable('restoration')
    .set({ type: 'crown', teeth: [], tooth_text: '61, mesiodens' })
    .where('case_id', '=', id)
    .execute();
  const put = (teeth: number[], toothText: string) =>
    edit(people.author, id, { as: 'change', fields: { restorations: [crown({ teeth, toothText })] } });
  expect((await put([], '')).json()).toMatchObject({ code: 'draft_incomplete', missing: ['tooth:0'] });
  expect((await put([11], '')).json()).toMatchObject({ version: 2 });
  const { restorations } = await contentOf(people.recipient, id);
  expect(restorations).toMatchObject([{ teeth: [11], tooth_no: 'tu8' }]);
});

test('an edit cannot add a name or tooth text that contradicts the order', async () => {
  const { id } = await newCase();
  const lying = crown({ teeth: [17], displayName: 'Veneer', toothText: 'tooth 36' });
  await edit(people.author, id, { as: 'change', fields: { restorations: [lying] } });
  const { restorations } = await contentOf(people.recipient, id);
  expect(restorations[0]).toMatchObject({ displayName: 'Crown', tooth_no: 'tu2' });
});

test('a link reveals neither the corrected nor a proposed name', async () => {
  const { id } = await newCase({ patient_first: 'Li', patient_last: 'Oldname' });
  const patient = { firstname: 'Ann', lastname: 'Newname', sex: null, birthdate: null };
  const author = await t.as(people.author);
  await edit(people.author, id, { as: 'change', fields: { patient, note: 'Oldname called' } });
  const { token } = (await author.post(`/v1/cases/${id}/share/`, wish())).json<{ token: string }>();
  const noteBehindLink = async () =>
    (await t.nobody.get(`/v1/share/case/?data=${token}`)).json<{ note: string }>().note;
  expect(await noteBehindLink()).toBe('');
  const shares = await author.get(`/v1/cases/${id}/shares/`);
  expect(shares.json().texts_name_patient).toBe(true);
  const fields = { patient, note: 'Thirdname waits' };
  await edit(people.author, id, { as: 'change', version: 2, fields });
  expect(await noteBehindLink()).toBe('Thirdname waits');
  await (await t.as(people.recipient)).put(`/v1/cases/${id}/status/`, { action: 'PROC' });
  const third = { ...fields, patient: { ...patient, lastname: 'Thirdname' } };
  await edit(people.author, id, { as: 'proposal', version: 3, fields: third });
  expect(await noteBehindLink()).toBe('');
});

test('the same edit again by the same person gets the same reply, and changes nothing', async () => {
  const { id } = await newCase();
  const change = { as: 'change', fields: { note: 'a' } } as const;
  const direct = [await edit(people.author, id, change), await edit(people.author, id, change)];
  for (const reply of direct) expect(reply.json()).toEqual({ as: 'change', version: 2, proposal: null });
  await (await t.as(people.recipient)).put(`/v1/cases/${id}/status/`, { action: 'PROC' });
  const propose = { as: 'proposal', version: 2, fields: { note: 'b' } } as const;
  const proposed = [await edit(people.author, id, propose), await edit(people.author, id, propose)];
  expect(proposed[0]?.json()).toMatchObject({ as: 'proposal', version: 2, proposal: expect.any(Number) });
  expect(proposed[1]?.json()).toEqual(proposed[0]?.json());
  for (const [person, wish] of [
    [people.authorMate, propose],
    [people.author, { ...propose, fields: { note: 'c' } }],
  ] as const)
    expect((await edit(person, id, wish)).json()).toMatchObject({
      code: 'order_changed',
      changed_by: 'Ada Author',
    });
  const names = (await eventsOf(t, id)).map(({ name }) => name);
  expect(names.filter((name) => name !== 'post_status_modified')).toEqual([
    'post_modified',
    'change_proposed',
  ]);
});

describe('two people editing', () => {
  test('the second edit of a version gets 409 with changed_by', async () => {
    const { id } = await newCase();
    const both = await Promise.all([
      edit(people.author, id, { as: 'change', fields: { note: 'a' } }),
      edit(people.authorMate, id, { as: 'change', fields: { note: 'b' } }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const winner = both[0].statusCode === 200 ? 'Ada Author' : 'Amy Mate';
    const refused = both.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'order_changed', changed_by: winner });
    expect((await contentOf(people.author, id)).note).toBe(winner === 'Ada Author' ? 'a' : 'b');
    expect(await versionOf(id)).toBe(2);
  });

  test.each<[EditMode, 'OPEN' | 'PROC', string]>([
    ['change', 'PROC', 'work began'],
    ['proposal', 'OPEN', 'work was taken back'],
  ])('an edit announced as %s is refused after %s', async (as, status) => {
    const { id } = await newCase({ status: as === 'change' ? 'OPEN' : 'PROC' });
    await (await t.as(people.recipient)).put(`/v1/cases/${id}/status/`, { action: status });
    const reply = await edit(people.author, id, { as, fields: { note: 'x' } });
    expect(reply.json()).toMatchObject({ code: 'order_mode_moved', changed_by: 'Rita Recipient' });
    expect(await contentOf(people.author, id)).toMatchObject({ order_version: 1, note: '', proposal: null });
  });
});
