import { extensionOf, FILENAME_MAX } from '@cusp/contract/files';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFilename, numberedNames } from './file-name.ts';

test('a kept name is short, composed, without a path and without anything invisible; cleaning again changes nothing', () => {
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
      expect(name.length).toBeLessThanOrEqual(FILENAME_MAX);
      expect(['', '.', '..']).not.toContain(name);
      if (!name.includes('%')) expect(cleanFilename(name)).toBe(name);
    }),
  );
});

test('names in a zip differ, also for systems that do not tell cases apart, and keep their extension', () => {
  const name = fc.constantFrom('a.stl', 'A.STL', 'a (2).stl', 'a (3).stl', 'a', 'b.ply');
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const numbered = numberedNames(names);
      expect(new Set(numbered.map((one) => one.toLowerCase())).size).toBe(names.length);
      expect(numbered.map(extensionOf)).toEqual(names.map(extensionOf));
    }),
  );
});
