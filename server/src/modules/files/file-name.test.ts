import { MAX_FILENAME } from '@cusp/contract/file-types';
import { extensionOf } from '@cusp/mesh/file-extensions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFilename, numberedNames } from './file-name.ts';

test('a stored name is short, NFC, without path and invisible characters; cleaning is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (sent) => {
      let name: string;
      try {
        name = cleanFilename(sent);
      } catch {
        return;
      }
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(name.isWellFormed() && name === name.normalize('NFC')).toBe(true);
      expect(name.length).toBeLessThanOrEqual(MAX_FILENAME);
      expect(['', '.', '..']).not.toContain(name);
      if (!name.includes('%')) expect(cleanFilename(name)).toBe(name);
    }),
  );
});

test('an invisible mark does not prevent composing a letter with its accent', () => {
  expect(cleanFilename('e\u200b\u0301.stl')).toBe('\u00e9.stl');
});

test('a Braille blank does not make two names look alike', () => {
  expect(cleanFilename('upper\u2800.stl')).toBe('upper.stl');
});

test('names in a zip are unique, also on case-insensitive systems, and keep their extension', () => {
  const name = fc.constantFrom('a.stl', 'A.STL', 'a (2).stl', 'a (3).stl', 'a', 'b.ply');
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const numbered = numberedNames(names);
      expect(new Set(numbered.map((one) => one.toLowerCase())).size).toBe(names.length);
      expect(numbered.map(extensionOf)).toEqual(names.map(extensionOf));
    }),
  );
});

test.each([
  ['upper "1": <a>|b?*.stl', 'upper _1__ _a__b__.stl'],
  ['CON.stl', '_CON.stl'],
  ['aux .old.ply', '_aux .old.ply'],
  ['Com1.png', '_Com1.png'],
  ['console.pdf', 'console.pdf'],
  ["O'Neil 상악 🦷.stl", "O'Neil 상악 🦷.stl"],
])('%s is saved on any system as %s', (name, lies) => {
  expect(numberedNames([name])).toEqual([lies]);
});

test('names of 255 letters of any alphabet fit a folder, stay unique and keep their extension', () => {
  for (const letter of ['n', '상', '🦷']) {
    const long = `${letter.repeat(Math.floor(251 / letter.length))}.stl`;
    const names = numberedNames([long, long.replace('.stl', `${letter}.stl`), long]);
    expect(new Set(names).size).toBe(3);
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect([extensionOf(name), name.isWellFormed()]).toEqual(['stl', true]);
    }
  }
});

test.each(['\u00ad', '\u3164', '\u115f', '\u180e', '\u{e0041}', '\u202e', '\u2066', '\0', '\u200d'])(
  'an invisible letter makes no second name: %j',
  (letter) => {
    expect(cleanFilename(`sc${letter}an.stl`)).toBe('scan.stl');
  },
);
