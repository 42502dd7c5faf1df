import type { Connection } from '@cusp/contract/connections';

export type Entry = 'info' | 'edit' | 'remove' | 'reject';

/** The menu of an entry, by the list it stands in and the reader's part in it. */
export function entriesOf(
  { is_owner, Im_invited }: Pick<Connection, 'is_owner' | 'Im_invited'>,
  area: 'pending' | 'accepted' | 'locked',
): readonly Entry[] {
  if (area === 'pending') return Im_invited ? ['reject'] : ['edit', 'remove'];
  if (!is_owner) return ['info'];
  return area === 'accepted' ? ['info', 'edit', 'remove'] : ['edit', 'remove'];
}
