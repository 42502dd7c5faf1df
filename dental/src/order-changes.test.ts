import { describe, expect, test } from 'vitest';
import type { Connector, SentLine, SentOrder } from './order.ts';
import { carriedOver, changedTeeth, orderChanges } from './order-changes.ts';

const crown = (overrides: Partial<SentLine> = {}): SentLine => ({
  type: 'crown',
  teeth: [16],
  arch: null,
  material: 'zirconia',
  shade: 'A2',
  stumpShade: '',
  meant: [],
  displayName: '',
  toothText: '',
  ...overrides,
});
const order = (overrides: Partial<SentOrder> = {}): SentOrder => ({
  patient: { firstname: 'Jo', lastname: 'Kim', sex: null, birthdate: '1980-02-29' },
  numberSystem: 'FDI',
  restorations: [crown()],
  connectorChoices: [],
  noRestorationReason: '',
  deliveryDate: '2099-01-31',
  appointment: '2099-02-03',
  note: 'Please call',
  scansFollow: false,
  ...overrides,
});
const of = (...restorations: SentLine[]) => order({ restorations });
const choose = (layer: 'final' | 'provisional', joined: boolean) => ({
  teeth: [12, 11] as [number, number],
  layer,
  joined,
});

describe('orderChanges', () => {
  test('sorting teeth differently or an empty material is no change of the order', () => {
    const before = of(crown({ teeth: [17, 16], material: null }));
    expect(orderChanges(before, of(crown({ teeth: [16, 17], material: '' })))).toEqual([]);
  });

  test('a connector is a change where it differs from before, or for new neighbours from the proposal', () => {
    const crowns = crown({ teeth: [12, 11] });
    const splinted = { teeth: [12, 11] as [number, number], joined: true };
    const single = { ...splinted, joined: false };
    const with_ = (choice: typeof splinted) => order({ restorations: [crowns], connectorChoices: [choice] });
    expect(orderChanges(of(crowns), with_(splinted))).toEqual([
      { field: 'connector', from: single, to: splinted },
    ]);
    expect(orderChanges(of(crowns), with_(single))).toEqual([]);
    expect(orderChanges(of(crown()), with_(splinted))).toMatchObject([
      { field: 'restoration' },
      { field: 'connector', from: null, to: splinted },
    ]);
    expect(orderChanges(of(crown()), of(crowns))).toMatchObject([{ field: 'restoration' }]);
    expect(orderChanges(with_(splinted), of(crown()))).toMatchObject([{ field: 'restoration' }]);
    expect(changedTeeth(orderChanges(of(crowns), with_(splinted)))).toEqual([12, 11]);
  });

  test('sorting restorations differently is no change of the order', () => {
    const [a, b] = [crown(), crown({ teeth: [26] })];
    expect(orderChanges(of(a, b), of(b, a))).toEqual([]);
  });

  test('orderChanges names each field with its value before and after', () => {
    const after = order({
      patient: { firstname: 'Joe', lastname: 'Kim', sex: 'M', birthdate: null },
      numberSystem: 'Universal',
      deliveryDate: null,
      appointment: '2099-02-09',
      note: '',
      scansFollow: true,
      noRestorationReason: 'Planning',
    });
    expect(orderChanges(order(), after)).toEqual([
      { field: 'firstname', from: 'Jo', to: 'Joe' },
      { field: 'sex', from: null, to: 'M' },
      { field: 'birthdate', from: '1980-02-29', to: null },
      { field: 'numberSystem', from: 'FDI', to: 'Universal' },
      { field: 'noRestorationReason', from: '', to: 'Planning' },
      { field: 'scansFollow', from: false, to: true },
      { field: 'deliveryDate', from: '2099-01-31', to: null },
      { field: 'appointment', from: '2099-02-03', to: '2099-02-09' },
      { field: 'note', from: 'Please call', to: '' },
    ]);
  });

  test('a crown on another tooth is one change, not a removal and an addition', () => {
    const [from, to] = [crown(), crown({ teeth: [17] })];
    expect(orderChanges(of(from), of(to))).toEqual([{ field: 'restoration', from, to }]);
  });

  test('of several crowns, only the one that moved is reported', () => {
    const kept = [crown({ teeth: [11] }), crown({ teeth: [26] })];
    const [from, to] = [crown(), crown({ teeth: [17] })];
    expect(orderChanges(of(...kept, from), of(to, ...kept))).toEqual([{ field: 'restoration', from, to }]);
  });

  test('another type on the same tooth is a change of that restoration', () => {
    const [from, to] = [crown(), crown({ type: 'inlay' })];
    const other = crown({ teeth: [26] });
    expect(orderChanges(of(from, other), of(to, other))).toEqual([{ field: 'restoration', from, to }]);
  });

  test('restorations with neither type nor tooth in common are a removal and an addition', () => {
    const [from, to] = [crown(), crown({ type: 'inlay', teeth: [36] })];
    expect(orderChanges(of(from), of(to))).toEqual([
      { field: 'restoration', from, to: null },
      { field: 'restoration', from: null, to },
    ]);
  });

  test('a newly confirmed contradiction is a change of its restoration and highlights no tooth', () => {
    const pontic = crown({ type: 'pontic', teeth: [15] });
    const meant = { ...pontic, meant: ['pontic_alone:15:'] };
    const changes = orderChanges(of(crown(), pontic), of(meant));
    expect(changes).toEqual([
      { field: 'restoration', from: crown(), to: null },
      { field: 'restoration', from: pontic, to: meant },
    ]);
    expect(changedTeeth(changes)).toEqual([16]);
    expect(orderChanges(of(meant), of(pontic))).toEqual([]);
  });

  test('removing one of two equal crowns is reported once', () => {
    expect(orderChanges(of(crown(), crown()), of(crown()))).toEqual([
      { field: 'restoration', from: crown(), to: null },
    ]);
  });
});

describe('changedTeeth', () => {
  const teeth = (before: SentOrder, after: SentOrder) => changedTeeth(orderChanges(before, after));

  test('changedTeeth has both teeth of a restoration that moved', () => {
    expect(teeth(of(crown()), of(crown({ teeth: [17] })))).toEqual([17, 16]);
  });
  test('changedTeeth has only the added tooth of an extended restoration', () => {
    expect(teeth(of(crown()), of(crown({ teeth: [16, 15] })))).toEqual([15]);
  });
  test('changedTeeth has every tooth of a restoration whose shade changed', () => {
    const bridge = crown({ teeth: [11, 21] });
    expect(teeth(of(bridge), of({ ...bridge, shade: 'A3' }))).toEqual([11, 21]);
  });
  test('changedTeeth is empty when only the delivery date changed', () => {
    expect(teeth(order(), order({ deliveryDate: null }))).toEqual([]);
  });
});

describe('carriedOver', () => {
  test('carriedOver keeps what was typed and takes over what others changed elsewhere', () => {
    const typed = order({ note: 'Typed here', patient: { ...order().patient, lastname: 'Typed' } });
    const now = order({
      note: 'Their note',
      deliveryDate: '2099-03-01',
      patient: { ...order().patient, firstname: 'Theirs' },
      restorations: [crown({ teeth: [17] })],
    });
    expect(carriedOver(typed, order(), now)).toEqual({
      ...now,
      note: 'Typed here',
      patient: { ...now.patient, lastname: 'Typed' },
    });
  });

  test('carriedOver keeps the restorations as typed when both changed them', () => {
    const typed = of(crown({ teeth: [26] }));
    expect(carriedOver(typed, order(), of(crown({ teeth: [17] }))).restorations).toEqual(typed.restorations);
  });

  test('a change of a connector names its layer if the teeth have several', () => {
    const both = [crown({ teeth: [11, 12] }), crown({ type: 'provisional', teeth: [11, 12] })];
    const chosen = (...connectorChoices: Connector[]) => order({ restorations: both, connectorChoices });
    expect(orderChanges(chosen(), chosen(choose('provisional', true)))).toEqual([
      { field: 'connector', from: choose('provisional', false), to: choose('provisional', true) },
    ]);
    // A choice from before layers is the same as one for each.
    const old = chosen({ teeth: [12, 11], joined: true });
    expect(orderChanges(old, chosen(choose('final', true), choose('provisional', true)))).toEqual([]);
  });

  test('a splint that is lost with the layer of its units is a change', () => {
    const made = (type: string, connectorChoices: Connector[]) =>
      order({ restorations: [crown({ type, teeth: [11, 12] })], connectorChoices });
    const connectors = (after: ReturnType<typeof made>) =>
      orderChanges(made('crown', [choose('final', true)]), after).filter(
        ({ field }) => field === 'connector',
      );
    expect(connectors(made('provisional', [choose('provisional', true)]))).toEqual([]);
    expect(connectors(made('provisional', []))).toMatchObject([
      { from: { joined: true }, to: { joined: false } },
    ]);
  });

  test('carriedOver keeps connectors as typed together with their restorations, else takes those of others', () => {
    const splinted = { teeth: [12, 11] as [number, number], joined: true };
    const base = of(crown({ teeth: [12, 11] }));
    const typed = { ...base, connectorChoices: [splinted] };
    const now = of(crown({ teeth: [12, 11, 21] }));
    expect(carriedOver(typed, base, now)).toMatchObject({
      restorations: base.restorations,
      connectorChoices: [splinted],
    });
    expect(carriedOver({ ...base, note: 'Typed' }, base, typed).connectorChoices).toEqual([splinted]);
  });
});
