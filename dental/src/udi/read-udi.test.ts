import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gtinCheckDigit, labelsIn, readMaterialLabel } from './gs1.ts';
import { hibcCheckCharacter } from './hibc.ts';
import { fitsLabel, fitsSerial, readUdi, serialKey, type Udi } from './read-udi.ts';

const FNC1 = '\u001d';

function read(text: string): Udi {
  const udi = readUdi(text);
  if (typeof udi === 'string') throw new Error(`${text} is refused: ${udi}`);
  return udi;
}

describe('the format of a UDI', () => {
  test.each<[text: string, expected: Partial<Udi>]>([
    // GTINs from the GS1 General Specifications and the FDA's GUDID examples.
    ['(01)09506000134352', { kind: 'gs1', key: '0109506000134352' }],
    [
      '(01)09506000134352(11)141231(17)150707(10)A213B1(21)1234',
      {
        kind: 'gs1',
        key: '0109506000134352111412311715070710A213B1211234',
        serial: '1234',
        produced: { year: 2014, month: 12, day: 31 },
      },
    ],
    ['(01) 09506000134352 (21) ab-12', { key: '010950600013435221AB-12', serial: 'AB-12' }],
    [
      `]d201095060001343521114120010A1${FNC1}21B2`,
      { serial: 'B2', produced: { year: 2014, month: 12, day: null } },
    ],
    ['010950600013435221XYZ', { kind: 'gs1', serial: 'XYZ' }],
    ['010950600013435210A<GS>21XYZ', { kind: 'gs1', serial: 'XYZ', key: '010950600013435210A21XYZ' }],
    ['(01)09506000134352(30)5', { kind: 'gs1', key: '0109506000134352305' }],
    ['0109506000134352305', { kind: 'gs1', key: '0109506000134352305' }],
    // Labels from the annex of the HIBC standard.
    ['+A123BJC5D6E71G', { kind: 'hibc', key: '+A123BJC5D6E71G' }],
    ['*+a123bjc5d6e71g*', { kind: 'hibc', key: '+A123BJC5D6E71G' }],
    ['+A99912345/$$52001510X3', { kind: 'hibc' }],
    // ICCBBA's examples of ISBT 128.
    ['=/A9999XYZ100T0944=,000025=A99971312345600', { kind: 'iccbba' }],
    ['&,1000000000000XYZ123', { kind: 'iccbba' }],
    ['SN 4711-b', { kind: 'other', key: 'SN4711-B' }],
    ['0109506000134353', { kind: 'other' }],
    ['0109506000134353ABC', { kind: 'other' }],
    ['(01)123', { kind: 'other', key: '(01)123' }],
    ['스캐너 1', { kind: 'other', key: '스캐너1' }],
    ['=', { kind: 'other' }],
  ])('the format of a UDI of %j is recognised, and its parts are read', (text, expected) => {
    const udi = text === '+A99912345/$$52001510X3' ? read(text + hibcCheckCharacter(text)) : read(text);
    expect(udi).toMatchObject(expected);
  });

  test.each([
    ['', 'empty'],
    [' \u200b\t', 'empty'],
    ['(01)09506000134353', 'wrong_check_digit'],
    ['(01)09506000134353(21)12', 'wrong_check_digit'],
    ['010950600013435321X', 'wrong_check_digit'],
    ['+A123BJC5D6E71H', 'wrong_check_digit'],
  ] as const)('%j is refused as %s', (text, problem) => {
    expect(readUdi(text)).toBe(problem);
  });
});

test.each([
  ['(01)09506000134352(17)270731(10)A213B1', { lot: 'A213B1', gtin: '09506000134352', expiry: '2027-07-31' }],
  [
    `]d20109506000134352${'10a2/1'}${FNC1}17270200`,
    { lot: 'a2/1', gtin: '09506000134352', expiry: '2027-02-28' },
  ],
  ['0109506000134352 17280229 10 LOT7', { lot: 'LOT7', gtin: '09506000134352', expiry: '2028-02-29' }],
  ['(10)LOT7<GS>(17)271231', { lot: 'LOT7', gtin: '', expiry: '2027-12-31' }],
  ['17271231' + '10LOT7', { lot: 'LOT7', gtin: '', expiry: '2027-12-31' }],
  ['(10)LOT7(17)279931', 'wrong_date'],
  ['(01)09506000134353(10)LOT7', 'wrong_check_digit'],
  ['(01)09506000134352(17)270731', 'no_lot'],
  ['(10)LOT7(17)270231', 'wrong_date'],
  ['(17)271301(10)LOT7', 'wrong_date'],
  ['(10)', 'no_lot'],
  ['Zirconia A2', 'no_lot'],
  ['', 'no_lot'],
])('the material label %j is read', (text, expected) => {
  expect(readMaterialLabel(text)).toEqual(expected);
});

test('the check digit is computed as GS1 specifies', () => {
  for (const gtin of ['09506000134352', '00889842001365', '10889842001362', '4006381333931', '96385074'])
    expect(gtinCheckDigit(gtin.slice(0, -1))).toBe(Number(gtin.slice(-1)));
});

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const gtin = digits(13).map((thirteen) => `${thirteen}${gtinCheckDigit(thirteen)}`);
const value = fc.stringMatching(/^[A-Z0-9\-./]{1,20}$/);
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2049-12-31'), noInvalidDate: true });
const dateField = day.map((date) => date.toISOString().slice(2, 10).replaceAll('-', ''));
const fields = fc
  .record({
    '11': fc.option(dateField),
    '17': fc.option(dateField),
    '10': fc.option(value),
    '21': fc.option(value),
  })
  .chain((values) =>
    fc.shuffledSubarray(
      Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
  );

test.each([
  ['(01)09506000134352(11)269999', true],
  ['(01)09506000134352(11)250229(21)1', true],
  ['010950600013435211251301', true],
  ['(01)09506000134352(17)000000', true],
  ['(01)09506000134352(10)A(17)26AB01', true],
  ['(01)09506000134352(11)240229(17)290200', false],
  ['(01)09506000134352(11)241200', false],
  // Without separators the lot takes the rest.
  ['010950600013435210A11269999', false],
  ['(01)09506000134352', false],
  ['SN (11)269999', false],
])('the label %s has a date that does not exist: %s', (text, isDateWrong) => {
  expect(read(text)).toMatchObject({ isDateWrong });
});

describe('all spellings of a UDI have the same key', () => {
  test('GS1: brackets, blanks, FNC1, symbology, case', () => {
    fc.assert(
      fc.property(gtin, fields, (number, rest) => {
        const all: [string, string][] = [['01', number], ...rest];
        const join = (spell: (identifier: string, text: string) => string) =>
          all.map(([identifier, text]) => spell(identifier, text)).join('');
        const bracketed = join((identifier, text) => `(${identifier})${text}`);
        const spellings = [
          bracketed,
          ` ${bracketed.toLowerCase()} `,
          join((identifier, text) => ` ( ${identifier} ) ${text}`),
          join((identifier, text) => `${identifier}${text}${FNC1}`),
          `]C1${join((identifier, text) => `${identifier}${text}<GS>`)}`,
          join((identifier, text) => `${identifier}${text}`),
        ].map(read);
        expect(new Set(spellings.map(({ key }) => key)).size).toBe(1);
        // The last spelling has no separators, so the end of a value is ambiguous.
        expect(new Set(spellings.slice(0, -1).map((udi) => JSON.stringify(udi))).size).toBe(1);
        expect(spellings.at(-1)?.kind).toBe('gs1');
      }),
    );
  });

  test('HIBC: stars, blanks, case, a printed blank', () => {
    const body = fc
      .tuple(
        fc.stringMatching(/^[A-Z][0-9A-Z]{3}[0-9A-Z]{2,18}$/),
        fc.option(fc.stringMatching(/^[0-9A-Z$]{1,20}$/)),
      )
      .map(([primary, secondary]) => `+${primary}${secondary === null ? '' : `/${secondary}`}`);
    fc.assert(
      fc.property(body, (text) => {
        const whole = text + hibcCheckCharacter(text).replace(' ', '_');
        const keys = [whole, whole.toLowerCase(), `*${whole}*`, ` ${whole} `].map((each) => read(each).key);
        expect(keys).toEqual([whole, whole, whole, whole]);
      }),
    );
  });

  test('a letter and its accent are one, also with an invisible character between them', () => {
    expect(read('E\u00ad\u0301 1').key).toBe('\u00c91');
  });

  test('any text: the key of a key is the key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const udi = readUdi(text);
        if (typeof udi === 'string' || udi.kind === 'gs1') return;
        expect(read(udi.key).key).toBe(udi.key);
      }),
    );
  });
});

test.each([
  ['2014-12-31', true],
  ['2014-12-30', false],
  ['2015-12-31', false],
])('the production date %s against (11)141231: %s', (prodDate, fits) => {
  expect(fitsLabel(read('(01)09506000134352(11)141231'), prodDate)).toBe(fits);
});

test('a label with only a month fits any day of it, one without a date fits any date', () => {
  expect(fitsLabel(read('(01)09506000134352(11)141200'), '2014-12-07')).toBe(true);
  expect(fitsLabel(read('(01)09506000134352(11)141200'), '2014-11-07')).toBe(false);
  expect(fitsLabel(read('(01)09506000134352(11)141350'), '2014-11-07')).toBe(true);
  expect(fitsLabel(read('(01)09506000134352'), '2014-11-07')).toBe(true);
});

test.each([
  ['(01)09506000134352(21)RC-2401', 'rc 2401', true],
  ['(01)09506000134352(21)RC-2401', 'RC-2402', false],
  ['(01)09506000134352(21)RC-2401', '', true],
  ['(01)09506000134352(21)RC-2401', 'R', false],
  ['(01)09506000134352(21)RC-2401', 'RC-240', false],
  ['(01)09506000134352(21)RC-2401', '--', false],
  [`010950600013435221RC-2401${FNC1}10LOT`, 'RC-240', false],
  [`010950600013435221RC-2401${FNC1}10LOT`, 'rc2401', true],
  [`010950600013435210LOT${FNC1}21RC-2401`, 'RC-240', false],
  ['010950600013435221RC-240110LOT', 'RC-2401', true],
  ['(01)09506000134352 21RC-240110LOT', 'RC-2401', true],
  ['(01)09506000134352', 'RC-2402', true],
])('%s can have the serial number %j: %s', (udi, serial, fits) => {
  expect(fitsSerial(read(udi), serial)).toBe(fits);
});

test('serial numbers are compared by their letters and digits', () => {
  expect(serialKey(' tri-00 12/ａ ')).toBe('TRI0012A');
  expect(serialKey('--')).toBe('');
});

test.each([
  ['(01)09506000134352(21)A1', ['(01)09506000134352(21)A1']],
  ['(01)09506000134352(21)A(01)09506000134369(21)B', ['(01)09506000134352(21)A', '(01)09506000134369(21)B']],
  ['010950600013435221A010950600013435221B', ['010950600013435221A', '010950600013435221B']],
  [']d2010950600013435221A]C1010950600013436921B', [']d2010950600013435221A', ']C1010950600013436921B']],
  ['(17)260101(10)L1(17)260201(10)L2', ['(17)260101(10)L1', '(17)260201(10)L2']],
  ['(01)09506000134352(21)A(01)B', ['(01)09506000134352(21)A(01)B']],
  ['+H123ABC01234567890D', ['+H123ABC01234567890D']],
  [' ', []],
])('several labels typed by a scanner without a pause are split: %s', (text, labels) => {
  expect(labelsIn(text)).toEqual(labels);
});
