import { expect, test } from 'vitest';
import { storedFilename } from './file-name.ts';

test.each([
  ['decomposed letters', "김철수 O'Brien.png".normalize('NFD'), "김철수 O'Brien.png"],
  ['a path', 'C:\\scans\\upper.stl', 'upper.stl'],
  ['an invisible mark and a dot at the end', 'up\u200bper.stl. ', 'upper.stl'],
  ['nothing visible', '\u200b', ''],
])('a browser knows under which name a file with %s is stored', (_, sent, stored) => {
  expect(storedFilename(sent)).toBe(stored);
});
