import type { RequestStatus } from '@cusp/contract/connections';
import type { StaffGroup } from '@cusp/contract/staff-parties';
import { STATUS_CODES } from '@cusp/dental/case-status';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { countsByStatus } from '../dashboard/dashboard.sql.ts';
import { type PartyRow, partyJson, partyOf } from './parties.sql.ts';

interface MemberRow {
  id: number;
  email: string;
  status: RequestStatus;
  created_at: Date;
  updated_at: Date;
  person: PartyRow | null;
  invited_by: PartyRow;
}

/** A share group as staff see it: members first, then open and rejected invitations. */
export async function showStaffGroup({ db }: Services, actor: Actor, id: number): Promise<StaffGroup> {
  const { rows: groups } = await sql<{ name: string; created_at: Date; owner: PartyRow }>`
    select share_group.name, share_group.created_at, ${partyJson('owner')} as owner
    from share_group join app_user as owner on owner.id = owner_id where share_group.id = ${id}
  `.execute(db);
  const group = found(groups[0]);
  const { rows: members } = await sql<MemberRow>`
    select member.id, member.email, status, member.created_at, member.updated_at,
      ${partyJson('person')} as person, ${partyJson('requester')} as invited_by
    from group_member as member
    left join app_user as person on person.id = user_id
    join app_user as requester on requester.id = requester_id
    where group_id = ${id}
    order by array_position(array['ACCD', 'REQD', 'REJD'], status), member.created_at, member.id
  `.execute(db);
  const counts = await countsByStatus(db, group.owner.id);
  await audit(db, actor, { action: 'sensitive_read', object: { type: 'group', id } });
  return {
    id,
    name: group.name,
    created_date: group.created_at.toISOString(),
    owner: partyOf(group.owner),
    members: members.map((row) => ({
      id: row.id,
      person: partyOf(row.person, row.email),
      status: row.status,
      invited_by: partyOf(row.invited_by),
      invited_date: row.created_at.toISOString(),
      updated_date: row.updated_at.toISOString(),
    })),
    cases: STATUS_CODES.flatMap((status) => {
      const count = counts.get(status) ?? 0;
      return count > 0 ? { status, count } : [];
    }),
  };
}
