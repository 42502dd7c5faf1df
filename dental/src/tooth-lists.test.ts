import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fdiToId, NUMBER_SYSTEMS, TEETH, TOOTH_IDS } from './teeth.ts';
import {
  foreignWords,
  formatToothList,
  inChartOrder,
  neighbourRuns,
  parseToothList,
  teethToWire,
  toothListInText,
} from './tooth-lists.ts';

test('a list is trimmed, sorted by chart position and deduplicated', () => {
  expect(parseToothList(' td3, TU5 ,,tu4,tu5, ')).toEqual({ teeth: ['tu4', 'tu5', 'td3'], unknown: [] });
  expect(parseToothList('')).toEqual({ teeth: [], unknown: [] });
  expect(parseToothList('tu10,tu2')).toEqual({ teeth: ['tu2', 'tu10'], unknown: [] });
});

test('unknown words stay as they were written', () => {
  expect(parseToothList('tu17,td0, Ober kiefer,tu1,tu17')).toEqual({
    teeth: ['tu1'],
    unknown: ['tu17', 'td0', 'Ober kiefer'],
  });
});

test('printing and reading a list is the identity for any text', () => {
  const word = fc.oneof(fc.constantFrom(...TOOTH_IDS), fc.string(), fc.constantFrom('TU3', ' td4 ', 'tu17'));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const list = parseToothList(words.join(','));
      expect(parseToothList([...list.teeth, ...list.unknown].join(','))).toEqual(list);
    }),
  );
});

test.each([
  [['tu5', 'tu4', 'tu3'], 'FDI', '14–16'],
  [['tu5', 'tu4', 'tu3'], 'Universal', '3–5'],
  [['tu5', 'tu4', 'tu3'], 'PalmerDigital', 'UR4–UR6'],
  [['tu5', 'tu4', 'tu3'], 'Palmer', '4⏌–6⏌'],
  [['tu14', 'tu15', 'tu16'], 'PalmerDigital', 'UL6–UL8'],
  [['td1', 'td2', 'td3'], 'Universal', '30–32'],
  [['td6', 'td7', 'td8'], 'FDI', '41–43'],
  [['tu7', 'tu8', 'tu9', 'tu10'], 'FDI', '12–22'],
  [['tu7', 'tu8', 'tu9', 'tu10'], 'Universal', '7–10'],
  [['tu7', 'tu8', 'tu9', 'tu10'], 'PalmerDigital', 'UR2–UL2'],
  [['td8', 'td9', 'td10'], 'FDI', '32–41'],
  [['td8', 'td9', 'td10'], 'Universal', '23–25'],
  [['tu4', 'tu5', 'tu6'], 'Primary', 'A–C'],
  [['td4', 'td5', 'td6'], 'Primary', 'R–T'],
  [['tu4', 'tu5'], 'FDI', '15, 14'],
  [['tu1', 'tu8', 'tu9'], 'FDI', '18, 11, 21'],
] as const)('%j in %s reads %s', (ids, system, text) => {
  expect(formatToothList(ids, system)).toBe(text);
});

test('teeth that are consecutive in number but not adjacent in the mouth are never joined', () => {
  expect(formatToothList(['tu14', 'tu15', 'tu16', 'td16', 'td15', 'td14'], 'Universal')).toBe('14–16, 17–19');
  expect(formatToothList([18, 21], 'FDI')).toBe('18, 21');
  expect(neighbourRuns([28, 38])).toEqual([[28], [38]]);
  expect(neighbourRuns([16, 55, 54])).toEqual([[16], [55, 54]]);
  expect(neighbourRuns([21, 11])).toEqual([[11, 21]]);
});

test('no tooth or word is lost in display', () => {
  expect(formatToothList(['tu17', 'tu1', 'x', 'x'], 'Universal')).toBe('1, tu17, x');
  expect(formatToothList(['tu1', 'tu4'], 'Primary')).toBe('A, tu1');
  expect(formatToothList([16, 55, 99], 'Primary')).toBe('3, A, 99');
  expect(formatToothList([36, 37, 38], 'Primary')).toBe('17–19');
  expect(formatToothList([], 'FDI')).toBe('');
});

test('each tooth of a list is in exactly one span', () => {
  const teeth = fc.uniqueArray(fc.constantFrom(...TEETH.map((tooth) => tooth.fdi)));
  fc.assert(
    fc.property(teeth, (list) => {
      expect(neighbourRuns(list).flat().toSorted()).toEqual(list.toSorted());
      expect(neighbourRuns(list).flat()).toEqual(inChartOrder(list));
    }),
  );
});

test('stored teeth are sent as positions', () => {
  expect(teethToWire([21, 11], 'Universal')).toEqual({ tooth_no: 'tu8,tu9', number_sys: 'Universal' });
  expect(teethToWire([55, 85], 'FDI')).toEqual({ tooth_no: 'tu4,td4', number_sys: 'Primary' });
  expect(teethToWire([16], 'Primary')).toEqual({ tooth_no: 'tu3', number_sys: 'Universal' });
  for (const system of NUMBER_SYSTEMS)
    expect(teethToWire([16, 55, 46, 85], system)).toEqual({ tooth_no: 'tu3,55,td3,85', number_sys: 'FDI' });
  expect(teethToWire([], 'Palmer')).toEqual({ tooth_no: '', number_sys: 'Palmer' });
  for (const dentition of ['permanent', 'primary'] as const) {
    const teeth = TEETH.filter((tooth) => tooth.dentition === dentition).map((tooth) => tooth.fdi);
    for (const system of NUMBER_SYSTEMS)
      expect(parseToothList(teethToWire(teeth, system).tooth_no)).toEqual({
        teeth: teeth.map(fdiToId),
        unknown: [],
      });
  }
});

test.each([
  ['FDI', '14–16, 85'],
  ['Universal', '#3–5, #T'],
  ['Primary', '#3–5, #T'],
  ['Palmer', 'UR4–UR6, LRE'],
  ['PalmerDigital', 'UR4–UR6, LRE'],
] as const)('teeth in a text without their system are marked: %s', (system, text) =>
  expect(toothListInText([16, 15, 14, 85], system)).toBe(text),
);

const quoted = (tooth_no: string, teeth: number[]) =>
  foreignWords({ tooth_no, teeth }, (word) => `<${word}>`);

test('words that match no tooth are kept, including positions without a primary tooth', () => {
  expect(quoted('tu3, td16,Regio 36, tu17 ,', [16, 38])).toEqual(['Regio 36', 'tu17']);
  expect(quoted('tu4,tu1', [55])).toEqual(['<tu1>']);
  expect(quoted('tu3,55,85,Regio 36', [16, 55, 85])).toEqual(['Regio 36']);
  expect(quoted('', [])).toEqual([]);
});

test('a foreign word that could be read as teeth is quoted, alone, as a span or with its quadrant', () => {
  expect(quoted('tu8,61,#A,mesiodens', [11])).toEqual(['<61>', '<#A>', 'mesiodens']);
  expect(quoted('61-62,UR 6,14–16,Regio 36,36 impl.', [])).toEqual([
    '<61-62>',
    '<UR 6>',
    '<14–16>',
    'Regio 36',
    '36 impl.',
  ]);
  expect(quoted('유치 잔존,UK re', [])).toEqual(['유치 잔존', 'UK re']);
});

test('numbers that name no tooth are kept in a text', () => {
  for (const system of NUMBER_SYSTEMS) expect(toothListInText([19], system)).toBe('19');
});
