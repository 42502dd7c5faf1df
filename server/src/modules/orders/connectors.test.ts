import { randomUUID } from 'node:crypto';
import type { HistoryEntry } from '@cusp/contract/history';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { completeFields, TEMPLATE_FIELDS } from '../../testing/draft-forms.ts';
import { crown, orderEdits } from '../../testing/order-edits.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { auditOf, eventsOf, openTwoSides } from '../../testing/two-sides.ts';

const { t, people, newCase } = await openTwoSides();
const { contentOf, edit, answer } = orderEdits(t);
const author = await t.as(people.author);

const CROWNS = [crown({ teeth: [12, 11, 21] })];
type Layer = 'final' | 'provisional' | 'wax_up';
const choose = (from: number, to: number, joined: boolean, layer: Layer = 'final') => ({
  teeth: [from, to] as [number, number],
  layer,
  joined,
});
const withoutLayer = ({ teeth, joined }: ReturnType<typeof choose>) => ({ teeth, joined });
const SPLINTED = choose(11, 21, true);
const PAIRS = [choose(12, 11, false), SPLINTED];
const WITH_SPLINT = {
  restorations: CROWNS,
  connectorChoices: [SPLINTED],
};
/** Single crowns, and on the same teeth a provisional bridge. */
const TWICE = ['tooth_twice:12,11,21:crown+provisional'];
const BOTH_LAYERS = {
  restorations: [
    crown({ teeth: [12, 11, 21], meant: TWICE }),
    crown({ type: 'provisional', material: 'pmma', teeth: [12, 11, 21], meant: TWICE }),
  ],
  connectorChoices: [choose(12, 11, true, 'provisional'), choose(11, 21, true, 'provisional')],
};
const BOTH_JOINED = [
  choose(12, 11, false),
  choose(11, 21, false),
  choose(12, 11, true, 'provisional'),
  choose(11, 21, true, 'provisional'),
];

/** Choices that no order of CROWNS can have, and the field that names each. */
const REFUSED: [what: string, choices: unknown, field: string][] = [
  ['teeth that are no neighbours', [choose(12, 21, true)], 'fields.connectorChoices.0.teeth'],
  ['a tooth that is not of the order', [choose(21, 22, true)], 'fields.connectorChoices.0.teeth'],
  ['neighbours of two jaws', [choose(11, 41, true)], 'fields.connectorChoices.0.teeth'],
  ['a pair twice', [SPLINTED, choose(21, 11, false)], 'fields.connectorChoices.1.teeth'],
  [
    'a pair twice, once without a layer',
    [SPLINTED, withoutLayer(SPLINTED)],
    'fields.connectorChoices.1.teeth',
  ],
  ['a layer that the teeth do not have', [choose(12, 11, true, 'wax_up')], 'fields.connectorChoices.0.layer'],
];

describe('connectors are refused', () => {
  test.each(REFUSED)('%s: in a draft, a template and an edit', async (_, connectorChoices, field) => {
    const fields = { ...completeFields(null), restorations: CROWNS, connectorChoices };
    const made = await author.post('/v1/drafts/', { key: randomUUID(), fields });
    const template = { name: 'Front', is_shared: false, fields: { ...TEMPLATE_FIELDS, ...fields } };
    const saved = await author.post('/v1/user/templates/', template);
    const { id } = await newCase();
    const edited = await edit(people.author, id, {
      as: 'change',
      fields: { restorations: CROWNS, connectorChoices: connectorChoices as [] },
    });
    for (const reply of [made, saved, edited]) {
      expect(reply.statusCode, reply.body).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'invalid_input', errors: [{ field }] });
    }
    expect(await eventsOf(t, id)).toEqual([]);
  });

  test.each([
    ['a veneer', [crown({ type: 'veneer', teeth: [12, 11], material: 'lithium_disilicate' })]],
    ['a gap', [crown({ teeth: [12] })]],
    ['no restoration', undefined],
  ])('joining %s', async (_, restorations) => {
    const fields = { restorations, connectorChoices: [choose(12, 11, true)] };
    const reply = await author.post('/v1/drafts/', { key: randomUUID(), fields });
    expect(reply.json()).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'fields.connectorChoices.0.teeth' }],
    });
  });

  test('three teeth, no answer, an unknown layer, and more pairs than there are neighbours', async () => {
    for (const connectorChoices of [
      [{ teeth: [12, 11, 21], joined: true }],
      [{ teeth: [12, 11] }],
      [{ ...SPLINTED, layer: 'unknown' }],
      [{ ...SPLINTED, layer: null }],
      Array.from({ length: 145 }, () => SPLINTED),
    ]) {
      const fields = { restorations: CROWNS, connectorChoices };
      expect((await author.post('/v1/drafts/', { key: randomUUID(), fields })).statusCode).toBe(400);
    }
  });

  test('separating a pontic from its abutment is sent only once the author confirms it', async () => {
    const { id } = await newCase();
    const reply = await edit(people.author, id, {
      as: 'change',
      fields: {
        restorations: [
          crown({ type: 'bridge_abutment', teeth: [12] }),
          crown({ type: 'pontic', teeth: [11] }),
        ],
        connectorChoices: [{ teeth: [12, 11], joined: false }],
      },
    });
    expect(reply.json()).toMatchObject({ code: 'order_contradictory', problems: [{ code: 'pontic_alone' }] });
  });

  test('joined units of different materials are ordered only once the author confirms them', async () => {
    const { id } = await newCase();
    const bridge = (meant: string[]) => [
      crown({ type: 'bridge_abutment', material: 'zirconia', teeth: [13, 11], meant }),
      crown({ type: 'pontic', material: 'lithium_disilicate', teeth: [12], meant }),
    ];
    const put = (meant: string[]) =>
      edit(people.author, id, { as: 'change', fields: { restorations: bridge(meant) } });
    const { code, problems } = (await put([])).json();
    expect([code, problems]).toMatchObject([
      'order_contradictory',
      [{ code: 'materials_differ', lines: [0, 1], teeth: [13, 12, 11] }],
    ]);
    expect((await put([problems[0].mark])).json()).toMatchObject({ version: 2 });
    const { restorations } = await contentOf(people.recipient, id);
    expect(restorations.map(({ meant }) => meant)).toEqual([['materials_differ'], ['materials_differ']]);
  });
});

describe('an order from before a contradiction could be confirmed', () => {
  const bridge = (material: string, meant: string[] = []) => [
    crown({ type: 'bridge_abutment', material: 'zirconia', teeth: [13, 11], meant }),
    crown({ type: 'pontic', material, teeth: [12], meant }),
  ];
  const MIXED = bridge('lithium_disilicate');
  const mark = 'materials_differ:13,12,11:zirconia+lithium_disilicate';
  /** A bridge of two materials that nobody confirmed. */
  const mixed = async (status: 'OPEN' | 'PROC' = 'OPEN') => {
    const dentalCase = await newCase();
    const fields = { restorations: bridge('lithium_disilicate', [mark]) };
    const made = await edit(people.author, dentalCase.id, { as: 'change', fields });
    expect(made.statusCode, made.body).toBe(200);
    const { db } = t.services;
    await db.updateTable('restoration').set({ meant: [] }).where('case_id', '=', dentalCase.id).execute();
    await db.updateTable('dental_case').set({ status }).where('id', '=', dentalCase.id).execute();
    return dentalCase.id;
  };

  test.each<[what: string, fields: object, code: string]>([
    ['another material', { restorations: bridge('gold') }, 'materials_differ'],
    [
      'a crown of one more material that is joined',
      {
        restorations: [...MIXED, crown({ teeth: [21], material: 'gold', shade: '' })],
        connectorChoices: [choose(11, 21, true)],
      },
      'materials_differ',
    ],
    [
      'a pontic without support',
      { restorations: MIXED, connectorChoices: [choose(13, 12, false), choose(12, 11, false)] },
      'pontic_alone',
    ],
    [
      'another shade of the pontic',
      { restorations: [MIXED[0], { ...MIXED[1], shade: 'A3' }] },
      'materials_differ',
    ],
    ['the same crown twice', { restorations: [...MIXED, crown(), crown()] }, 'same_twice'],
  ])('an edit that brings %s is refused', async (_, fields, code) => {
    for (const [as, status] of [
      ['change', 'OPEN'],
      ['proposal', 'PROC'],
    ] as const) {
      const id = await mixed(status);
      const reply = await edit(people.author, id, { as, version: 2, fields });
      expect(reply.json()).toMatchObject({ code: 'order_contradictory', problems: [{ code }] });
      expect(reply.json().problems).toHaveLength(1);
    }
  });

  test('an edit that withdraws a confirmation is refused', async () => {
    const id = await mixed();
    const confirmed = { restorations: bridge('lithium_disilicate', [mark]) };
    expect(
      (await edit(people.author, id, { as: 'change', version: 2, fields: confirmed })).json(),
    ).toMatchObject({
      version: 3,
    });
    const fields = { restorations: MIXED, note: 'Please call' };
    const reply = await edit(people.author, id, { as: 'change', version: 3, fields });
    expect(reply.json()).toMatchObject({
      code: 'order_contradictory',
      problems: [{ code: 'materials_differ' }],
    });
  });

  test('its note and its other restorations are corrected without a confirmation, also by a proposal', async () => {
    const id = await mixed();
    const note = { restorations: MIXED, note: 'Please call' };
    expect((await edit(people.author, id, { as: 'change', version: 2, fields: note })).json()).toMatchObject({
      version: 3,
    });
    const more = { ...note, restorations: [...MIXED, crown({ teeth: [26] })] };
    expect((await edit(people.author, id, { as: 'change', version: 3, fields: more })).json()).toMatchObject({
      version: 4,
    });
    expect((await contentOf(people.recipient, id)).restorations.map(({ meant }) => meant)).toEqual([
      [],
      [],
      [],
    ]);
    const begun = await mixed('PROC');
    const { proposal } = (
      await edit(people.author, begun, { as: 'proposal', version: 2, fields: note })
    ).json();
    const reply = await answer(people.recipient, begun, { proposal, answer: 'accept', version: 2 });
    expect(reply.json()).toMatchObject({ version: 3 });
    expect((await contentOf(people.author, begun)).note).toBe('Please call');
  });
});

describe('a draft', () => {
  const begin = async (more: object = {}) => {
    const fields = { ...completeFields(people.recipient.id), ...WITH_SPLINT, ...more };
    return (await author.post('/v1/drafts/', { key: randomUUID(), fields })).json();
  };
  const read = async (id: number) => (await author.get(`/v1/drafts/${id}/`)).json();

  test('splinted crowns come to the recipient, on the order form and into a duplicate', async () => {
    const draft = await begin({ connectorChoices: [choose(21, 11, true)] });
    expect(draft.connectorChoices).toEqual([SPLINTED]);
    await author.post(`/v1/drafts/${draft.id}/send/`, { version: draft.version });
    const content = await contentOf(people.recipient, draft.id);
    expect(content.connectors).toEqual(PAIRS);
    const form = await (await t.as(people.recipient)).get(`/v1/cases/${draft.id}/order-form/`);
    const [page = ''] = await pdfText(form.rawPayload);
    const words = page.replaceAll('|', ' ').replaceAll(/\s+/g, ' ');
    expect(words).toContain('Joined: 11–21');
    expect(words).toContain('Separate: 11 12');
    const copy = (await author.post(`/v1/cases/${draft.id}/duplicate/`, { key: randomUUID() })).json();
    expect((await read(copy.id)).connectorChoices).toEqual([SPLINTED]);
  });

  test('a page that does not know connectors keeps those that still fit', async () => {
    const { id, version, connectorChoices: _, ...draft } = await begin();
    const fields = { ...completeFields(people.recipient.id), connectorChoices: undefined };
    const save = (restorations: unknown, at: number) =>
      author.put(`/v1/drafts/${id}/`, { version: at, fields: { ...fields, restorations } });
    expect((await save([...draft.restorations, crown({ teeth: [36] })], version)).statusCode).toBe(200);
    expect((await read(id)).connectorChoices).toEqual([SPLINTED]);
    expect((await save([crown({ teeth: [11] })], version + 1)).statusCode).toBe(200);
    expect((await read(id)).connectorChoices).toEqual([]);
  });

  test('a provisional bridge and single crowns on the same teeth come to the recipient as such', async () => {
    const draft = await begin(BOTH_LAYERS);
    expect(draft.connectorChoices).toEqual(BOTH_LAYERS.connectorChoices);
    const sent = await author.post(`/v1/drafts/${draft.id}/send/`, { version: draft.version });
    expect(sent.statusCode, sent.body).toBe(200);
    expect((await contentOf(people.recipient, draft.id)).connectors).toEqual(BOTH_JOINED);
    const form = await (await t.as(people.recipient)).get(`/v1/cases/${draft.id}/order-form/`);
    const [page = ''] = await pdfText(form.rawPayload);
    const words = page.replaceAll('|', ' ').replaceAll(/\s+/g, ' ');
    expect(words).toContain('Joined: 12–21 (Provisional)');
    expect(words).toContain('Separate: 11 12, 11 21 (Final)');
    const copy = (await author.post(`/v1/cases/${draft.id}/duplicate/`, { key: randomUUID() })).json();
    expect((await read(copy.id)).connectorChoices).toEqual(BOTH_LAYERS.connectorChoices);
    const template = { name: 'Both', is_shared: false, fields: { ...TEMPLATE_FIELDS, ...BOTH_LAYERS } };
    const restorations = BOTH_LAYERS.restorations.map(({ meant: _, ...line }) => line);
    await author.post('/v1/user/templates/', { ...template, fields: { ...template.fields, restorations } });
    const { templates } = (await author.get('/v1/user/templates/')).json();
    expect(templates).toContainEqual(
      expect.objectContaining({
        name: 'Both',
        fields: expect.objectContaining({ connectorChoices: BOTH_LAYERS.connectorChoices }),
      }),
    );
  });

  test('a stored choice without a layer is about all layers of its pair', async () => {
    const { id } = await begin({ ...BOTH_LAYERS, connectorChoices: undefined });
    const stored = JSON.stringify([withoutLayer(SPLINTED)]);
    await t.services.db
      .updateTable('dental_case')
      .set({ connector_choices: stored })
      .where('id', '=', id)
      .execute();
    const both = [SPLINTED, choose(11, 21, true, 'provisional')];
    expect((await read(id)).connectorChoices).toEqual(both);
  });

  test('a page that does not know layers keeps them, and changes both where its person pressed', async () => {
    const { id, version } = await begin(BOTH_LAYERS);
    const save = (at: number, connectorChoices: object[]) =>
      author.put(`/v1/drafts/${id}/`, {
        version: at,
        fields: { ...completeFields(people.recipient.id), ...BOTH_LAYERS, connectorChoices },
      });
    const seen = BOTH_LAYERS.connectorChoices.map(withoutLayer);
    expect((await save(version, seen)).statusCode).toBe(200);
    expect((await read(id)).connectorChoices).toEqual(BOTH_LAYERS.connectorChoices);
    const pressed = [choose(12, 11, true), choose(11, 21, false)].map(withoutLayer);
    expect((await save(version + 1, pressed)).statusCode).toBe(200);
    expect((await read(id)).connectorChoices).toEqual([
      choose(11, 21, false),
      choose(12, 11, true, 'provisional'),
      choose(11, 21, false, 'provisional'),
    ]);
  });

  test('without choices the proposal decides, and a template has the choices of its order', async () => {
    const bridge = [
      crown({ type: 'bridge_abutment', teeth: [13, 11] }),
      crown({ type: 'pontic', teeth: [12] }),
    ];
    const draft = await begin({ restorations: bridge, connectorChoices: undefined });
    expect(draft.connectorChoices).toEqual([]);
    await author.post(`/v1/drafts/${draft.id}/send/`, { version: draft.version });
    expect((await contentOf(people.author, draft.id)).connectors).toEqual([
      choose(13, 12, true),
      choose(12, 11, true),
    ]);
    const { meant: __, displayName: ___, toothText: ____, ...line } = crown({ teeth: [12, 11, 21] });
    const fields = { ...TEMPLATE_FIELDS, restorations: [line], connectorChoices: [SPLINTED] };
    await author.post('/v1/user/templates/', { name: 'Splint', is_shared: false, fields });
    const { templates } = (await author.get('/v1/user/templates/')).json();
    const ofName = (list: { name: string }[]) => list.filter(({ name }) => name === 'Splint');
    expect(ofName(templates)).toMatchObject([{ fields: { connectorChoices: [SPLINTED] } }]);
    await sql`update order_template set fields = fields - 'connectorChoices'`.execute(t.services.db);
    const old = (await author.get('/v1/user/templates/')).json();
    expect(ofName(old.templates)).toMatchObject([{ fields: { connectorChoices: [] } }]);
  });
});

describe('an edit of a sent order', () => {
  const sent = async (more: object = {}) => {
    const dentalCase = await newCase(more);
    const before = await edit(people.author, dentalCase.id, {
      as: 'change',
      fields: { restorations: CROWNS },
    });
    expect(before.statusCode, before.body).toBe(200);
    return dentalCase;
  };

  test('joining two crowns is a change, in the history, and announced like other edits', async () => {
    const { id } = await sent();
    const reply = await edit(people.author, id, { as: 'change', version: 2, fields: WITH_SPLINT });
    expect(reply.json()).toMatchObject({ as: 'change', version: 3 });
    expect((await contentOf(people.recipient, id)).connectors).toEqual(PAIRS);
    expect((await eventsOf(t, id)).at(-1)?.name).toBe('post_modified');
    const audited = (await auditOf(t, id)).filter(({ action }) => action === 'case_changed');
    expect(audited).toHaveLength(2);
    const history = await (await t.as(people.recipient)).get(`/v1/cases/${id}/history/`);
    const { entries } = history.json<{ entries: HistoryEntry[] }>();
    expect(entries.find(({ order }) => order?.version === 3)?.order?.changes).toEqual([
      { field: 'connector', from: withoutLayer(choose(11, 21, false)), to: withoutLayer(SPLINTED) },
    ]);
  });

  test('a change of one layer is a change of that layer, and a page without layers keeps both', async () => {
    const { id } = await sent();
    const put = (version: number, more: object) =>
      edit(people.author, id, { as: 'change', version, fields: { ...BOTH_LAYERS, ...more } });
    expect((await put(2, {})).json()).toMatchObject({ version: 3 });
    const seen = BOTH_LAYERS.connectorChoices.map(withoutLayer);
    expect((await put(3, { connectorChoices: seen })).json()).toMatchObject({ code: 'order_unchanged' });
    const only = [choose(12, 11, true, 'provisional')];
    expect((await put(3, { connectorChoices: only })).json()).toMatchObject({ version: 4 });
    const history = await (await t.as(people.recipient)).get(`/v1/cases/${id}/history/`);
    const { entries } = history.json<{ entries: HistoryEntry[] }>();
    expect(entries.find(({ order }) => order?.version === 4)?.order?.changes).toEqual([
      {
        field: 'connector',
        from: choose(11, 21, true, 'provisional'),
        to: choose(11, 21, false, 'provisional'),
      },
    ]);
  });

  test('an edit without choices keeps those that fit, and the same edit again changes nothing', async () => {
    const { id } = await sent();
    await edit(people.author, id, { as: 'change', version: 2, fields: WITH_SPLINT });
    const { connectorChoices: _, ...fields } = (await author.get(`/v1/cases/${id}/order/`)).json().fields;
    const put = (version: number, more: object) =>
      author.put(`/v1/cases/${id}/order/`, {
        as: 'change',
        version,
        proposal: null,
        fields: { ...fields, ...more },
      });
    expect((await put(3, {})).json()).toMatchObject({ code: 'order_unchanged' });
    expect((await put(3, { note: 'Please call' })).json()).toMatchObject({ version: 4 });
    expect((await contentOf(people.author, id)).connectors).toEqual(PAIRS);
    expect((await put(3, { note: 'Please call' })).json()).toMatchObject({ version: 4 });
    expect((await put(4, { restorations: [crown({ teeth: [12, 11] })] })).json()).toMatchObject({
      version: 5,
    });
    expect((await contentOf(people.author, id)).connectors).toEqual([choose(12, 11, false)]);
    expect((await put(5, { restorations: CROWNS })).statusCode).toBe(200);
    expect((await contentOf(people.author, id)).connectors).toEqual([
      choose(12, 11, false),
      choose(11, 21, false),
    ]);
  });

  test('once work has begun it is a proposal, which applies when the lab accepts it', async () => {
    const { id } = await sent();
    await t.services.db.updateTable('dental_case').set({ status: 'PROC' }).where('id', '=', id).execute();
    const { proposal } = (
      await edit(people.author, id, { as: 'proposal', version: 2, fields: WITH_SPLINT })
    ).json();
    const shown = await contentOf(people.recipient, id);
    expect(shown.connectors).toEqual([choose(12, 11, false), choose(11, 21, false)]);
    expect(shown.proposal).toMatchObject({
      changes: [{ field: 'connector', to: withoutLayer(SPLINTED) }],
      fields: { connectorChoices: [SPLINTED] },
    });
    await answer(people.recipient, id, { proposal, answer: 'accept', version: 2 });
    expect((await contentOf(people.recipient, id)).connectors).toEqual(PAIRS);
  });

  test('a proposal that a server from before connectors stored keeps the choices of the case', async () => {
    const { id } = await sent();
    await edit(people.author, id, {
      as: 'change',
      version: 2,
      fields: { restorations: CROWNS, connectorChoices: [choose(12, 11, true), SPLINTED] },
    });
    await t.services.db.updateTable('dental_case').set({ status: 'PROC' }).where('id', '=', id).execute();
    const fields = { restorations: [crown({ teeth: [12, 11] })] };
    const { proposal } = (await edit(people.author, id, { as: 'proposal', version: 3, fields })).json();
    await sql`update order_change set fields = fields - 'connectorChoices' where id = ${proposal}`.execute(
      t.services.db,
    );
    expect((await contentOf(people.recipient, id)).proposal?.fields.connectorChoices).toEqual([
      choose(12, 11, true),
    ]);
    const reply = await answer(people.recipient, id, { proposal, answer: 'accept', version: 3 });
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await contentOf(people.recipient, id)).connectors).toEqual([choose(12, 11, true)]);
  });
});
