import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  birthDateOf,
  caseKeyOf,
  clinicOf,
  counterpartOf,
  daysBetween,
  deliveryMark,
  expiryOf,
} from './case-facts.ts';

test.each([
  ['2611-AB12', { no: '2611-AB12' }],
  ['-', { no: '-' }],
  ['17', { id: 17 }],
  ['0', null],
  ['1e3', null],
  ['99999999999999999999', null],
  ['abc', null],
  ['', null],
])('caseKeyOf reads %j from the path', (caseNo, key) => expect(caseKeyOf(caseNo)).toEqual(key));

describe('counterpart and clinic of a case', () => {
  const author = { username: 'Dr. Weber', institution: 'Praxis Weber', picture: null };
  const to = { username: 'Labor Nord', institution: '', picture: '/l.png', is_unknown: false };

  test('the counterpart that senders see is the recipient', () => {
    expect(counterpartOf({ usertype: 'AU', author, to }).username).toBe('Labor Nord');
    expect(counterpartOf({ usertype: 'SG', author, to }).picture).toBe('/l.png');
    expect(counterpartOf({ usertype: 'AU', author, to: { ...to, is_unknown: true } }).username).toBe('');
  });

  test('the counterpart that recipients see is the author', () => {
    expect(counterpartOf({ usertype: 'OT', author, to })).toEqual(author);
  });

  test('the clinic is an institution for its own side and a person for others', () => {
    const clinic = {
      username: 'w',
      institution: 'Praxis Weber',
      disp_name: 'Dr. Weber',
      is_deleted: false,
      picture: null,
    };
    expect(clinicOf({ usertype: 'SG', author: clinic })).toBe('Praxis Weber');
    expect(clinicOf({ usertype: 'OT', author: clinic })).toBe('Dr. Weber');
    expect(clinicOf({ usertype: 'AU', author: { ...clinic, institution: '' } })).toBe('Dr. Weber');
  });
});

test.each([
  [null, null],
  ['', null],
  ['0001-01-01', null],
  ['1979-02-28', '1979-02-28'],
])('birthDateOf reads %j', (birdt, day) => expect(birthDateOf({ birdt })).toBe(day));

describe('deliveryMark', () => {
  const today = '2026-03-28';
  const open = { code: 'OPEN' } as const;

  test.each([
    ['2026-03-27', 'overdue'],
    ['2026-03-28', 'today'],
    ['2026-03-29', 'soon'],
    ['2026-03-31', 'soon'],
    ['2026-04-01', null],
    [null, null],
  ])('delivery date %s has the mark %s', (deliverydt, mark) =>
    expect(deliveryMark({ deliverydt, status: open }, today)).toBe(mark),
  );

  test.each(['COMP', 'CLSD'] as const)('a case with status %s has no delivery mark', (code) => {
    expect(deliveryMark({ deliverydt: '2026-01-01', status: { code } }, today)).toBeNull();
  });

  test('daysBetween counts calendar days across a clock change', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2026-01-01', '2025-12-31')).toBe(-1);
  });
});

describe('expiryOf adds three calendar months', () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  test.each([
    ['clocks change in between: 6 August there', '2026-08-05T22:30:00.000Z', '2026-11-06'],
    ['the next day has begun there: 30 November', '2026-11-29T23:30:00.000Z', '2027-02-28'],
  ])('a case expires three calendar months later when %s', (_, updated_date, expected) =>
    expect(expiryOf({ updated_date })).toBe(expected),
  );
});
