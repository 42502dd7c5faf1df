import type { OrderChange, OrderRestoration } from '@cusp/contract/order-fields';
import { MASK } from '@cusp/contract/patient';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import dental from '../../../../languages/en/dental.json' with { type: 'json' };
import orders from '../../../../languages/en/orders.json' with { type: 'json' };
import { changeLines, type Value } from './change-lines.ts';

const i18n = i18next.createInstance();
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { orders, dental } } }));

const crown: OrderRestoration = {
  type: 'crown',
  teeth: [16],
  arch: null,
  material: 'zirconia',
  shade: 'A2',
  stumpShade: '',
  meant: [],
  displayName: '',
  toothText: '',
};
const said = (value: Value | null) => (value && typeof value !== 'string' ? value.teeth.join() : value);
const lines = (...changes: OrderChange[]) =>
  changeLines(changes, {
    t: i18n.getFixedT('en', 'orders'),
    dental: i18n.getFixedT('en', 'dental'),
    day: (day) => day ?? '',
  }).map(({ label, place, part, from, to }) => [
    [label, part].filter(Boolean).join(' · '),
    place?.teeth.join() ?? '',
    said(from),
    said(to),
  ]);

test('moving a restoration to another tooth is one line about teeth', () => {
  expect(lines({ field: 'restoration', from: crown, to: { ...crown, teeth: [17] } })).toEqual([
    ['Crown', '', '16', '17'],
  ]);
});

test('each changed part of a restoration is a line with its place', () => {
  const to = { ...crown, type: 'inlay', teeth: [17], material: 'gold', shade: '' };
  expect(lines({ field: 'restoration', from: crown, to })).toEqual([
    ['Restoration', '17', 'Crown', 'Inlay'],
    ['Inlay', '', '16', '17'],
    ['Inlay · Material', '17', 'Zirconia', 'Gold alloy'],
    ['Inlay · Shade', '17', 'A2', '–'],
  ]);
});

test('a change of words that are hidden from support shows the restoration whole', () => {
  const hidden = { ...crown, type: MASK, shade: MASK };
  expect(lines({ field: 'restoration', from: hidden, to: { ...hidden } })).toEqual([
    ['Restoration', '16', '••• · Zirconia · Shade •••', '••• · Zirconia · Shade •••'],
  ]);
});

test('added and removed restorations are listed whole', () => {
  expect(
    lines(
      { field: 'restoration', from: crown, to: null },
      { field: 'restoration', from: null, to: { ...crown, displayName: 'Special frame' } },
    ),
  ).toEqual([
    ['Removed', '16', 'Crown · Zirconia · Shade A2', null],
    ['Added', '16', null, 'Special frame · Zirconia · Shade A2'],
  ]);
});

test('codes are replaced by words, and an empty value by a dash', () => {
  expect(
    lines(
      { field: 'sex', from: null, to: 'F' },
      { field: 'birthdate', from: '1980-02-29', to: null },
      { field: 'scansFollow', from: false, to: true },
      { field: 'note', from: '', to: 'Call' },
    ),
  ).toEqual([
    ['Sex', '', '–', 'Female'],
    ['Date of birth', '', '1980-02-29', '–'],
    ['Scans follow', '', 'No', 'Yes'],
    ['Note', '', '–', 'Call'],
  ]);
});

test('a newly confirmed exception is named with its restoration', () => {
  const meantIn = (change: OrderChange) =>
    changeLines([change], {
      t: i18n.getFixedT('en', 'orders'),
      dental: i18n.getFixedT('en', 'dental'),
      day: (day) => day ?? '',
    }).flatMap(({ meant = [] }) => meant);
  const odd = { ...crown, shade: 'A3a3', meant: ['shade_unusual::A3a3'] };
  const words = ['Confirmed by the sender: unusual shade'];
  expect(meantIn({ field: 'restoration', from: crown, to: odd })).toEqual(words);
  expect(meantIn({ field: 'restoration', from: null, to: odd })).toEqual(words);
  expect(meantIn({ field: 'restoration', from: odd, to: { ...odd, teeth: [17] } })).toEqual([]);
  expect(meantIn({ field: 'restoration', from: odd, to: null })).toEqual([]);
});

test('a change that only a newer page knows is one line without values', () => {
  const newer = { field: 'articulator', from: { kind: 1 }, to: null } as unknown as OrderChange;
  const inherited = { field: 'constructor', from: null, to: null } as unknown as OrderChange;
  const unknown = ['Another change, which this page shows after reloading', '', null, null];
  expect(lines(newer, inherited)).toEqual([unknown, unknown]);
});

test('a connector names its layer if the teeth have several', () => {
  const connector = (joined: boolean) => ({
    teeth: [12, 11] as [number, number],
    layer: 'provisional' as const,
    joined,
  });
  expect(lines({ field: 'connector', from: connector(false), to: connector(true) })).toEqual([
    ['Connector · Provisional', '12,11', 'separate', 'joined'],
  ]);
});

test('a connector is one line with its teeth; without a state before it is new', () => {
  const single = { teeth: [12, 11] as [number, number], joined: false };
  const splinted = { ...single, joined: true };
  expect(
    lines({ field: 'connector', from: single, to: splinted }, { field: 'connector', from: null, to: single }),
  ).toEqual([
    ['Connector', '12,11', 'separate', 'joined'],
    ['Connector', '12,11', null, 'separate'],
  ]);
});
