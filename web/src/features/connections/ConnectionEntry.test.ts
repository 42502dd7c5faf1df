import { expect, test } from 'vitest';
import { entriesOf } from './ConnectionEntry.tsx';

test.each([
  ['accepted', true, false, ['info', 'edit', 'remove']],
  ['accepted', false, false, ['info']],
  ['locked', true, false, ['edit', 'remove']],
  ['locked', false, false, ['info']],
  ['pending', true, false, ['edit', 'remove']],
  ['pending', false, true, ['reject']],
] as const)(
  'menu of a connection in %s with owner %s and invited %s',
  (area, is_owner, Im_invited, entries) => {
    expect(entriesOf({ is_owner, Im_invited }, area)).toEqual(entries);
  },
);
