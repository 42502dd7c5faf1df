import type { GroupMember } from '@cusp/contract/share-groups';

export type RowAction = 'accept' | 'reject' | 'again' | 'takeBack' | 'removeMember' | 'leave';

type Row = Pick<GroupMember, 'status' | 'is_owner' | 'Im_requester' | 'Im_invited'>;

/** The buttons of a row, by its state and the reader's part in it. Nobody removes the owner. */
export function actionsOf({ status, is_owner, Im_requester, Im_invited }: Row): readonly RowAction[] {
  if (is_owner) return [];
  if (status === 'REQD') return Im_requester ? ['again', 'takeBack'] : Im_invited ? ['accept', 'reject'] : [];
  if (status === 'REJD') return Im_requester ? ['takeBack', 'again'] : [];
  if (Im_requester) return ['removeMember'];
  return Im_invited ? ['leave'] : [];
}
