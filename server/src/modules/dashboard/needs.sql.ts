import type { StatusCode, UserType } from '@cusp/contract/cases';
import type { Due } from '@cusp/dental/due';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { sideOf } from '../case-access/case-access.policy.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo, walkFor } from '../case-access/visible-cases.sql.ts';
import { type DueDays, dueIn } from '../cases/due.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

interface NeedyRow {
  id: number;
  no: string;
  status: StatusCode;
  side: UserType;
  patient_first: string;
  patient_last: string;
  delivery_date: string | null;
  due: Due | null;
  unread: number;
  unread_mention: boolean;
  has_proposal: boolean;
  author: PersonRow | null;
  recipient: PersonRow | null;
}

/** Maximum number of shown cases by reason. No other list shows all proposals, so their limit is higher. */
const MOST = { overdue: 3, proposal: 10, unread: 3, soon: 3 } as const;

/** Number of open proposals, the oldest first, that are checked for visibility. */
const LOOKED_AT = 100;

/**
 * The cases that need a person's attention, each once, by its most urgent reason. Each reason is found by its own index
 * with a limit: the partial indexes on due cases, the person's unread comments, and the open proposals of their circle.
 */
export async function readNeedyCases(db: DbOrTx, userId: number, days: DueDays): Promise<NeedyRow[]> {
  const due = (which: Due) => {
    const first = sql`order by delivery_date, id desc limit ${MOST[which]}`;
    const walk = walkFor(
      'dental_case',
      userId,
      ({ where }) =>
        sql`(select id, delivery_date from dental_case where ${where} and ${dueIn(which, days)} ${first})`,
    );
    return sql`select walk.id from ${walk} order by walk.delivery_date, walk.id desc limit ${MOST[which]}`;
  };
  const { rows } = await sql<NeedyRow>`
    with overdue as materialized (${due('overdue')}),
    soon as materialized (${due('soon')}),
    unread as materialized (
      select unread_comment.case_id as id, count(*) as comments, max(unread_comment.comment_id) as newest,
        bool_or(mention.user_id is not null) as has_mention
      from unread_comment
      left join comment_mention as mention
        on mention.comment_id = unread_comment.comment_id and mention.user_id = unread_comment.user_id
      where unread_comment.user_id = ${userId} group by 1
    ),
    -- Arrays of ids, because the planner expects few cases in a circle and would read all of them for a join.
    has_unread as materialized (
      select id from dental_case
      where id = any(array(select id from unread)) and ${casesVisibleTo(userId)}
    ),
    latest as materialized (
      select unread.id, has_mention, newest from has_unread join unread on unread.id = has_unread.id
      order by has_mention desc, newest desc limit ${MOST.unread}
    ),
    asked as materialized (
      select case_id, made_at from order_change where state = 'open' and waits_for = any(${circleOf(userId)})
      order by made_at limit ${LOOKED_AT}
    ),
    to_answer as materialized (
      select id from dental_case
      where id = any(array(select case_id from asked)) and status <> 'CLSD'
        and ${casesVisibleTo(userId)} and ${sideOf(userId)} = 'OT'
    ),
    proposal as materialized (
      select asked.case_id as id, asked.made_at
      from to_answer join asked on asked.case_id = to_answer.id
      order by asked.made_at limit ${MOST.proposal}
    ),
    need as materialized (
      select id, min(rank) as rank from (
        select id, 1 as rank from overdue
        union all select id, 2 from proposal
        union all select id, case when has_mention then 3 else 4 end from latest
        union all select id, 5 from soon
      ) as reason group by id
    )
    select dental_case.id, dental_case.no, dental_case.status, ${sideOf(userId)} as side,
      dental_case.patient_first, dental_case.patient_last, dental_case.delivery_date,
      case when ${dueIn('overdue', days)} then 'overdue' when ${dueIn('soon', days)} then 'soon' end as due,
      coalesce(unread.comments, 0) as unread, coalesce(unread.has_mention, false) as unread_mention,
      (dental_case.status <> 'CLSD' and ${sideOf(userId)} = 'OT' and exists (
        select from order_change where order_change.case_id = dental_case.id and order_change.state = 'open'
      )) as has_proposal,
      ${personJson('author')} as author, ${personJson('recipient')} as recipient
    from need
    join dental_case on dental_case.id = need.id
    left join unread on unread.id = need.id
    left join proposal on proposal.id = need.id
    left join app_user as author on author.id = dental_case.author_id
    left join app_user as recipient on recipient.id = dental_case.recipient_id
    where ${casesVisibleTo(userId)}
    -- A case found by another reason may be overdue too.
    order by case when ${dueIn('overdue', days)} then 1 else need.rank end,
      case when ${dueIn('overdue', days)} or need.rank = 5 then dental_case.delivery_date end, proposal.made_at, unread.newest desc nulls last, dental_case.id desc
  `.execute(db);
  return rows;
}
