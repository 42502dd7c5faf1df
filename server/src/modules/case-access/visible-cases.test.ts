import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApp } from '../../testing/test-app.ts';
import {
  audiencesOf,
  type Circle,
  circleSql,
  partnersOf,
  tallied,
  visibleToCircle,
  walkEach,
  waysOf,
} from './visible-cases.sql.ts';

const t = await openTestApp();
const { db } = t.services;

const PEOPLE = 6;
const WORLDS = 200;
const person = fc.nat(PEOPLE - 1);
const often = (n: number) => fc.nat(n).map((each) => each > 0);
/** People by index; the share group of each, 0 for no group. Cases by index. */
const world = fc.record({
  groups: fc.array(fc.nat(2), { minLength: PEOPLE, maxLength: PEOPLE }),
  connections: fc.uniqueArray(fc.tuple(person, person), { maxLength: 3, selector: String }),
  cases: fc.array(
    fc.record({
      author: person,
      recipient: person,
      status: fc.constantFrom('OPEN', 'PROC', 'CLSD'),
      isSent: often(5),
      /** Whether each side has its copy. */
      atAuthor: often(3),
      atRecipient: often(3),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const isNear = ({ groups }: World, viewer: number, other: number): boolean =>
  other === viewer || (groups[viewer] !== 0 && groups[other] === groups[viewer]);

/** Reference implementation of the rule: the indexes of the cases that a person sees. */
const reference = (each: World, viewer: number): number[] =>
  each.cases.flatMap(({ author, recipient, isSent, atAuthor, atRecipient }, place) => {
    const isSeen =
      (isNear(each, viewer, author) && atAuthor) || (isNear(each, viewer, recipient) && atRecipient);
    return isSent && isSeen ? [place] : [];
  });

const insert = async (statement: RawBuilder<{ id: number }>): Promise<number[]> =>
  (await statement.execute(db)).rows.map(({ id }) => id).sort((a, b) => a - b);

/** Writes all worlds; ids of people and cases follow the order of the worlds. */
async function create(all: readonly World[]): Promise<{ people: number[]; cases: number[] }> {
  const people = await insert(sql`
    insert into app_user (email, email_key, first_name, last_name, role, institution, country, region, activated_at)
    select 'w' || n, 'w' || n, 'W', 'P' || n, 'Dental Lab', 'Lab ' || n, 'DE', 'us', now()
    from generate_series(1, ${all.length * PEOPLE}::int) as n returning id
  `);
  const idOf = (at: number, place: number) => people[at * PEOPLE + place] ?? 0;
  const inGroups = all.flatMap(({ groups }, at) =>
    [1, 2].map((group) => groups.flatMap((each, place) => (each === group ? [idOf(at, place)] : []))),
  );
  for (const [owner, ...members] of inGroups) {
    if (owner === undefined || members.length === 0) continue;
    await sql`
      with made as (insert into share_group (name, owner_id) values ('G', ${owner}) returning id)
      insert into group_member (group_id, user_id, email, email_key, requester_id, status)
      select made.id, member, member, member, ${owner}, 'ACCD' from made, unnest(${circleSql(members)}) as member
    `.execute(db);
  }
  const connections = all.flatMap((each, at) =>
    each.connections.map(([from, to]) => ({ owner: idOf(at, from), user: idOf(at, to) })),
  );
  await sql`
    insert into connection (owner_id, user_id, email, email_key, pair_key, status)
    select owner, "user", "user", "user", gen_random_uuid(), 'ACCD'
    from jsonb_to_recordset(${JSON.stringify(connections)}::jsonb) as each (owner bigint, "user" bigint)
  `.execute(db);
  const rows = all.flatMap((each, at) =>
    each.cases.map(({ author, recipient, ...rest }, place) => ({
      no: `W-${String(at).padStart(4, '0')}-${place}`,
      author: idOf(at, author),
      recipient: idOf(at, recipient),
      ...rest,
    })),
  );
  const cases = await insert(sql`
    insert into dental_case (no, author_id, recipient_id, status, published_at, author_removed_at, recipient_removed_at)
    select no, author, recipient, status, case when "isSent" then now() end, case when not "atAuthor" then now() end,
      case when not "atRecipient" then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as each
      (no text, author bigint, recipient bigint, status text, "isSent" boolean, "atAuthor" boolean, "atRecipient" boolean)
    order by no returning id
  `);
  await sql`insert into restoration (case_id, position, type, material) select id, 0, 'crown', 'gold' from dental_case`.execute(
    db,
  );
  return { people, cases };
}

test(`predicate, walks, tallies and audience agree with the rule in ${WORLDS} random worlds`, async () => {
  const many = fc.array(world, { minLength: WORLDS, maxLength: WORLDS });
  await fc.assert(
    fc.asyncProperty(many, async (all) => {
      const { people, cases } = await create(all);
      const firstCase: number[] = [];
      for (const [at] of all.entries())
        firstCase.push(at === 0 ? 0 : (firstCase[at - 1] ?? 0) + (all[at - 1]?.cases.length ?? 0));
      const caseAt = (at: number, place: number) => cases[(firstCase[at] ?? 0) + place] ?? 0;
      const viewers = all.flatMap((each, at) =>
        Array.from({ length: PEOPLE }, (_, place) => ({
          id: people[at * PEOPLE + place] ?? 0,
          each,
          at,
          place,
        })),
      );
      const expected = Object.fromEntries(
        viewers.map(({ id, each, at, place }) => [id, reference(each, place).map((one) => caseAt(at, one))]),
      );

      const circle: Circle = sql`viewer.circle`;
      /** Runs a query that uses \`viewer\` for each person and returns the results. */
      const forEach = async <Value>(value: RawBuilder<unknown>): Promise<Record<number, Value>> => {
        const { rows } = await sql<{ id: number; value: Value }>`
          with viewer as materialized (select id, circle_of(id) as circle from unnest(${circleSql(people)}) as one (id))
          select viewer.id, ${value} as value from viewer
        `.execute(db);
        return Object.fromEntries(rows.map(({ id, value: found }) => [id, found]));
      };
      const idsOf = (rows: RawBuilder<unknown>) =>
        forEach<number[]>(sql`(select coalesce(json_agg(id order by id), '[]') from (${rows}) as row)`);
      const walk = (table: 'dental_case' | 'case_search' | 'case_made', id: string) => {
        const ways = waysOf(table, sql<number>`person.id`, circle).map(
          ({ where }) => sql`select ${sql.ref(id)} as id from ${sql.table(table)} where ${where}`,
        );
        return sql`select walk.id from unnest(${circle}) as person (id)
          cross join lateral (${sql.join(ways, sql` union all `)}) as walk`;
      };
      expect(await idsOf(sql`select id from dental_case where ${visibleToCircle(circle)}`)).toEqual(expected);
      expect(await idsOf(walk('dental_case', 'dental_case.id'))).toEqual(expected);
      expect(await idsOf(walk('case_made', 'case_made.case_id'))).toEqual(expected);
      // A case has a row for its own text and one for its order.
      const searched = sql`select distinct id from (${walk('case_search', 'case_search.case_id')}) as searched`;
      expect(await idsOf(searched)).toEqual(expected);
      for (const { id, each, at, place } of viewers.slice(0, 5 * PEOPLE)) {
        const mates = people
          .slice(at * PEOPLE, (at + 1) * PEOPLE)
          .filter((_, other) => isNear(each, place, other));
        const { rows } = await sql<{ id: number }>`${walkEach('dental_case', mates, ({ where }) => [
          sql`select id from dental_case where ${where}`,
        ])}`.execute(db);
        expect(rows.map((row) => row.id).sort((a, b) => a - b)).toEqual(expected[id]);
      }

      const statusOf = new Map(
        all.flatMap((each, at) => each.cases.map(({ status }, one) => [caseAt(at, one), status])),
      );
      const counts = Object.fromEntries(
        Object.entries(expected).map(([id, seen]) => {
          const byStatus = Map.groupBy(seen, (caseId) => statusOf.get(caseId) ?? '');
          return [id, Object.fromEntries([...byStatus].map(([status, { length }]) => [status, length]))];
        }),
      );
      for (const [table, more] of [
        ['case_tally', sql``],
        ['made_tally', sql`and type = 'crown' and material is null`],
        ['made_tally', sql`and type = 'crown' and material = 'gold'`],
      ] as const) {
        const tally = tallied(
          table,
          circle,
          ({ where, count }) =>
            sql`select status, ${count} as n from ${sql.table(table)} where ${where} ${more}`,
        );
        const total = sql`select status, sum(n) as n from (${tally}) as way group by status having sum(n) <> 0`;
        const found = await forEach(
          sql`(select coalesce(json_object_agg(status, n), '{}') from (${total}) as total)`,
        );
        expect(found).toEqual(counts);
      }

      const partners = await idsOf(sql`select distinct id from (${partnersOf(circle)}) as met`);
      const audiences = await audiencesOf(db, cases);
      for (const { id, each, at, place } of viewers) {
        const seen = reference(each, place).map((one) => each.cases[one]);
        const met = seen.flatMap((one) =>
          one ? [isNear(each, place, one.author) && one.atAuthor ? one.recipient : one.author] : [],
        );
        const metIds = [...new Set(met)].map((other) => people[at * PEOPLE + other] ?? 0);
        expect(partners[id]).toEqual(metIds.sort((a, b) => a - b));
        for (const [one, { author, isSent, atAuthor }] of each.cases.entries()) {
          const isOwnDraft = author === place && !isSent && atAuthor;
          const isTold = audiences.get(caseAt(at, one))?.includes(id) ?? false;
          expect(isTold).toBe(isOwnDraft || reference(each, place).includes(one));
        }
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
