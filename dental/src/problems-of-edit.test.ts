import { describe, expect, test } from 'vitest';
import type { Connector, OrderLine } from './order.ts';
import { openProblems } from './order-rules.ts';
import { openProblemsOfEdit } from './problems-of-edit.ts';

const TODAY = '2026-03-10';
const line = (type: string, teeth: number[], more: Partial<OrderLine> = {}): OrderLine => ({
  type,
  teeth,
  arch: null,
  material: 'zirconia',
  shade: 'A2',
  stumpShade: '',
  meant: [],
  ...more,
});
const order = (restorations: OrderLine[], connectorChoices: Connector[] = []) => ({
  patient: { birthdate: null as string | null },
  restorations,
  connectorChoices,
});
type Order = ReturnType<typeof order>;

/** A bridge of two materials from before the rule about them. */
const ABUTMENTS = line('bridge_abutment', [13, 11]);
const PONTIC = line('pontic', [12], { material: 'lithium_disilicate' });
const MIXED = order([ABUTMENTS, PONTIC]);
const [MARK = ''] = openProblems(MIXED, TODAY).map(({ mark }) => mark);
const confirmed = (restorations: OrderLine[]) => restorations.map((each) => ({ ...each, meant: [MARK] }));

const codesOf = (before: Order, after: Order) =>
  openProblemsOfEdit(before, after, TODAY).map(({ code }) => code);

const SPLINTS: Connector[] = [
  { teeth: [14, 13], joined: true },
  { teeth: [12, 11], joined: true },
];

const BLOCKED: [what: string, before: Order, after: Order, codes: string[]][] = [
  ['materials that the edit mixes', order([ABUTMENTS]), MIXED, ['materials_differ']],
  [
    'materials that the other units have now',
    MIXED,
    order([
      { ...ABUTMENTS, material: 'lithium_disilicate' },
      { ...PONTIC, material: 'zirconia' },
    ]),
    ['materials_differ'],
  ],
  [
    'another tooth in the piece',
    MIXED,
    order([{ ...ABUTMENTS, teeth: [14, 13, 11] }, PONTIC], [{ teeth: [14, 13], joined: true }]),
    ['materials_differ'],
  ],
  [
    'a unit that a connector adds to the piece',
    order([ABUTMENTS, PONTIC, line('crown', [21])]),
    order([ABUTMENTS, PONTIC, line('crown', [21])], [{ teeth: [11, 21], joined: true }]),
    ['materials_differ'],
  ],
  [
    'a connector between two pieces that each have a known mix',
    order([line('crown', [14, 11]), line('crown', [13, 12], { material: 'lithium_disilicate' })], SPLINTS),
    order(
      [line('crown', [14, 11]), line('crown', [13, 12], { material: 'lithium_disilicate' })],
      [...SPLINTS, { teeth: [13, 12], joined: true }],
    ),
    ['materials_differ'],
  ],
  ['another shade of a unit', MIXED, order([{ ...ABUTMENTS, shade: 'A3' }, PONTIC]), ['materials_differ']],
  ['a confirmation that is withdrawn', order(confirmed([ABUTMENTS, PONTIC])), MIXED, ['materials_differ']],
  [
    'a confirmation of one of the restorations only',
    order(confirmed([ABUTMENTS, PONTIC])),
    order([...confirmed([ABUTMENTS]), PONTIC]),
    ['materials_differ'],
  ],
  [
    'the same unusual shade of another restoration',
    order([line('crown', [16], { shade: 'A3a3' })]),
    order([line('crown', [16], { shade: 'A3a3' }), line('crown', [26], { shade: 'A3a3' })]),
    ['shade_unusual'],
  ],
  [
    'one more restoration like that of a known problem',
    order([line('denture base', [], { shade: 'pink 7' })]),
    order([line('denture base', [], { shade: 'pink 7' }), line('denture base', [], { shade: 'pink 7' })]),
    ['shade_unusual'],
  ],
  [
    'a contradiction that nobody can confirm, also if the order has it',
    order([line('crown', [16]), line('crown', [16])]),
    order([line('crown', [16]), line('crown', [16])]),
    ['same_twice'],
  ],
];

describe('an edit is blocked by', () => {
  test.each(BLOCKED)('%s', (_, before, after, codes) => {
    expect(codesOf(before, after)).toEqual(codes);
  });
});

const LET_THROUGH: [what: string, before: Order, after: Order][] = [
  ['a known problem of untouched restorations', MIXED, MIXED],
  [
    'a known problem when another restoration comes before it',
    MIXED,
    order([line('crown', [26]), ABUTMENTS, PONTIC]),
  ],
  [
    'a known problem when its teeth are listed in another order',
    MIXED,
    order([{ ...ABUTMENTS, teeth: [11, 13] }, PONTIC]),
  ],
  ['a known problem that the edit confirms', MIXED, order(confirmed([ABUTMENTS, PONTIC]))],
  ['a known problem that the edit solves', MIXED, order([ABUTMENTS, { ...PONTIC, material: 'zirconia' }])],
  [
    'an unusual shade from before the rule, and no material in either spelling',
    order([line('crown', [16], { shade: 'A3a3', material: '' })]),
    order([line('crown', [16], { shade: 'A3a3', material: null })]),
  ],
];

describe('an edit is not blocked by', () => {
  test.each(LET_THROUGH)('%s', (_, before, after) => {
    expect(codesOf(before, after)).toEqual([]);
  });
});
