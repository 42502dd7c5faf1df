import { expect, test } from 'vitest';
import { stepsFor, USUAL_PLAN } from './production.ts';
import { RESTORATION_TYPE_CODES } from './restorations.ts';

const of = (...types: string[]) => stepsFor(USUAL_PLAN, types).map(({ step }) => step);

test('the usual plan has the steps that each kind of restoration needs', () => {
  expect(of('crown')).toEqual(['scan_check', 'design', 'milling', 'sintering', 'staining', 'quality']);
  expect(of('veneer')).toEqual(['scan_check', 'design', 'milling', 'staining', 'quality']);
  expect(of('splint')).toEqual(['scan_check', 'design', 'printing', 'finishing', 'quality']);
  expect(of('working_model')).toEqual(['scan_check', 'design', 'printing', 'quality']);
  expect(of('crown', 'splint')).toEqual(USUAL_PLAN.map(({ step }) => step));
  for (const type of RESTORATION_TYPE_CODES) expect(of(type).length, type).toBeGreaterThan(3);
});

test('an order without restorations needs what all orders need, and words of foreign orders are others', () => {
  expect(of()).toEqual(['scan_check', 'design', 'quality']);
  expect(of('Stiftaufbau')).toEqual(of('other'));
});
