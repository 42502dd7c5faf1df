import { expect, test } from 'vitest';
import { type FilledDraft, lastOrderDay, missingForSending } from './completeness.ts';

const TODAY = '2026-03-10';
const DAYS = { earliest: TODAY, latest: '2026-03-11' };
const jawOf = ({ filename }: { filename: string }) =>
  filename.includes('upper') ? 'upper' : filename.includes('lower') ? 'lower' : null;

const crown = {
  type: 'crown',
  teeth: [16],
  arch: null,
  material: 'zirconia',
  shade: 'A2',
  stumpShade: '',
  meant: [],
};
const complete: FilledDraft = {
  recipientId: 7,
  patient: { firstname: 'Mia', lastname: 'Kern', sex: 'F', birthdate: null },
  restorations: [crown],
  noRestorationReason: '',
  deliveryDate: TODAY,
  appointment: null,
  note: '',
  scansFollow: false,
  files: [{ filename: 'a-upperjaw.stl' }, { filename: 'a-lowerjaw.stl' }],
};

const missing = (change: Partial<FilledDraft>) => missingForSending({ ...complete, ...change }, jawOf, DAYS);
const missingWith = (change: Partial<typeof crown> & { arch?: 'upper' | null }) =>
  missing({ restorations: [crown, { ...crown, ...change }] });

test('a complete draft has nothing missing', () => {
  expect(missing({})).toEqual([]);
});

test('an empty draft lacks everything, in the order of the form', () => {
  const empty: FilledDraft = {
    recipientId: null,
    patient: { firstname: '', lastname: '', sex: null, birthdate: null },
    restorations: [],
    noRestorationReason: '',
    deliveryDate: null,
    appointment: null,
    note: '',
    scansFollow: false,
    files: [],
  };
  expect(missingForSending(empty, jawOf, DAYS)).toEqual([
    { code: 'recipient' },
    { code: 'patient_name' },
    { code: 'restoration_or_reason' },
    { code: 'scans', jaws: ['upper', 'lower'] },
  ]);
});

test('one part of the patient’s name is enough, and blanks do not count', () => {
  const named = (firstname: string, lastname: string) =>
    missing({ patient: { ...complete.patient, firstname, lastname } });
  expect(named(' ', '\t')).toEqual([{ code: 'patient_name' }]);
  expect(named('', 'K-204')).toEqual([]);
  expect(named('Mia', '')).toEqual([]);
});

test('a reason can replace restorations; blanks do not count', () => {
  expect(missing({ restorations: [], noRestorationReason: 'Second opinion' })).toEqual([]);
  expect(missing({ restorations: [], noRestorationReason: '  ' })).toEqual([
    { code: 'restoration_or_reason' },
  ]);
});

test('a restoration on teeth needs tooth, material and shade, each reported with its index', () => {
  expect(missingWith({ teeth: [] })).toEqual([{ code: 'tooth', restoration: 1 }]);
  expect(missingWith({ material: '' })).toEqual([{ code: 'material', restoration: 1 }]);
  expect(missingWith({ shade: ' ' })).toEqual([{ code: 'shade', restoration: 1 }]);
  expect(missingWith({ type: '' })).toEqual([{ code: 'restoration_type', restoration: 1 }]);
});

test('metal needs no shade', () => {
  expect(missingWith({ material: 'gold', shade: '' })).toEqual([]);
});

test('an appliance needs an arch instead of a tooth', () => {
  const splint = { type: 'splint', teeth: [], material: 'pmma', shade: '' };
  expect(missingWith(splint)).toEqual([{ code: 'arch', restoration: 1 }]);
  expect(missing({ restorations: [{ ...crown, ...splint, arch: 'upper' }] })).toEqual([]);
});

test('anything else needs a tooth or an arch', () => {
  const other = { type: 'Vendor thing', teeth: [], material: 'Vendor ceramic', shade: '' };
  expect(missingWith(other)).toEqual([{ code: 'tooth', restoration: 1 }]);
  expect(missing({ restorations: [{ ...crown, ...other, arch: 'lower' }] })).toEqual([]);
  expect(missing({ restorations: [{ ...crown, ...other, teeth: [55] }] })).toEqual([]);
});

test('needs scans of both jaws, or the tick that they follow', () => {
  expect(missing({ files: [{ filename: 'a-upperjaw.stl' }, { filename: 'photo.jpg' }] })).toEqual([
    { code: 'scans', jaws: ['lower'] },
  ]);
  expect(missing({ files: [], scansFollow: true })).toEqual([]);
});

test('appointment and delivery date may be today but not yesterday', () => {
  expect(missing({ appointment: TODAY, deliveryDate: TODAY })).toEqual([]);
  expect(missing({ appointment: null, deliveryDate: null })).toEqual([]);
  expect(missing({ appointment: '2026-03-09' })).toEqual([{ code: 'appointment_past' }]);
  expect(missing({ deliveryDate: '2026-03-09' })).toEqual([{ code: 'delivery_date_past' }]);
});

test('appointment and delivery date may be five years ahead, from wherever it is today', () => {
  expect(missing({ appointment: '2031-03-11', deliveryDate: '2031-03-11' })).toEqual([]);
  expect(missing({ appointment: '2031-03-12' })).toEqual([{ code: 'appointment_far' }]);
  expect(missing({ deliveryDate: '2206-03-10' })).toEqual([{ code: 'delivery_date_far' }]);
  expect(lastOrderDay('2028-02-29')).toBe('2033-02-28');
});
