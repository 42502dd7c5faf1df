import type { NumberSystem } from '@cusp/contract/cases';
import { TEETH } from '@cusp/dental/teeth';
import { displayLabel } from '@cusp/dental/tooth-labels';
import { expect, test } from 'vitest';
import { toothPiece, toothWords } from './tooth-words.ts';

const SYSTEMS: NumberSystem[] = ['FDI', 'Universal', 'Palmer', 'PalmerDigital', 'Primary'];

test('each of the 52 teeth is written in its number system; Palmer with its corner', () => {
  for (const system of SYSTEMS)
    for (const { fdi, jaw, side } of TEETH) {
      const { text, corner, actual } = toothPiece(fdi, system);
      expect(actual ?? text).toBe(displayLabel(fdi, system));
      expect(corner).toEqual(
        system === 'Palmer'
          ? { jaw, side, letters: displayLabel(fdi, 'PalmerDigital').slice(0, 2) }
          : undefined,
      );
    }
});

test('adjacent teeth are grouped, with commas between, after other places', () => {
  const words = toothWords([11, 21, 22, 46], ['Upper'], 'FDI');
  expect(words.map((word) => word.map(({ text }) => text).join(''))).toEqual(['Upper,', '11–22,', '46']);
});
