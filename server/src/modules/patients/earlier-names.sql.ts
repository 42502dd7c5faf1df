import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Patient } from './patient-names.ts';

/** The patient's data in edits and proposals, before and after each. Expects `dental_case` in the query. */
export const otherNames = sql<NonNullable<Patient['other_names']>>`
  coalesce((
    select json_agg(said.patient)
    from order_change
    cross join (values ('from'), ('to')) as side (key)
    cross join lateral (
      select json_object_agg(change->>'field', change->>side.key) as patient
      from jsonb_array_elements(order_change.changes) as change
      where change->>'field' in ('firstname', 'lastname', 'birthdate')
    ) as said
    where order_change.case_id = dental_case.id and said.patient is not null
  ), '[]'::json)
`;

/** The earlier names of the patient of a case. */
export async function otherNamesOf(db: DbOrTx, caseId: number) {
  const { other_names } = await db
    .selectFrom('dental_case')
    .select(otherNames.as('other_names'))
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow();
  return other_names;
}
