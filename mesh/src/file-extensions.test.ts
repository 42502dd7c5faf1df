import { expect, test } from 'vitest';
import { canShow3d, isMeshName, rolesFor } from './classify-scan.ts';
import { extensionOf } from './file-extensions.ts';

test.each([
  ['upper.STL', 'stl'],
  ['upper.jaw.ply', 'ply'],
  ['.stl', ''],
  ['..stl', 'stl'],
  ['scan', ''],
  ['scan.', ''],
])('extension of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));

test('a name that is only an extension is not a scan, as the upload refuses it', () => {
  expect([isMeshName('.stl'), canShow3d({ filename: '.stl' }), rolesFor('.xyz')]).toEqual([false, false, []]);
});
