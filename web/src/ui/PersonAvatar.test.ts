import { expect, test } from 'vitest';
import { initialsOf } from './PersonAvatar.tsx';

test.each([
  ['Anna Berg', 'AB'],
  ['anna maria berg', 'AB'],
  ['Anna', 'A'],
  ['김 민수', '김'],
  ['Łucja Żak', 'ŁŻ'],
  ['(Unknown)', 'U'],
  ['  ', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
