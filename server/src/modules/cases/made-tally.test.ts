import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openCaseLists } from '../../testing/case-lists.ts';
import { completeFields } from '../../testing/draft-forms.ts';
import { crown, orderEdits } from '../../testing/order-edits.ts';

const { t, people, list } = await openCaseLists();
const { contentOf, edit } = orderEdits(t);

const MATERIALS = ['zirconia', 'gold', 'titanium'] as const;
const TYPES = ['crown', 'coping'] as const;
const TEETH = [16, 26, 36];

type Made = readonly (readonly [(typeof TYPES)[number], (typeof MATERIALS)[number]])[];
const made: fc.Arbitrary<Made> = fc.array(
  fc.tuple(fc.constantFrom(...TYPES), fc.constantFrom(...MATERIALS)),
  { minLength: 1, maxLength: 3 },
);
const restorations = (of: Made) =>
  of.map(([type, material], at) =>
    crown({ type, material, teeth: [TEETH[at] ?? 46], shade: material === 'zirconia' ? 'A2' : '' }),
  );

async function send(of: Made, recipient: { id: number }): Promise<number> {
  const author = await t.as(people.author);
  const fields = { ...completeFields(recipient.id), restorations: restorations(of) };
  const { id, version } = (await author.post('/v1/drafts/', { key: randomUUID(), fields })).json();
  const reply = await author.post(`/v1/drafts/${id}/send/`, { version });
  expect(reply.statusCode, reply.body).toBe(200);
  return id;
}

async function change(caseId: number, of: Made): Promise<number> {
  const { order_version: version } = await contentOf(people.author, caseId);
  const fields = { restorations: restorations(of), scansFollow: true };
  return (await edit(people.author, caseId, { as: 'change', version, fields })).statusCode;
}

const setStatus = async (person: { id: number }, caseId: number, action: string) =>
  (await (await t.as(person)).put(`/v1/cases/${caseId}/status/`, { action })).statusCode;

test('the tally equals a fresh count after concurrent sends, edits, deletions, undos and status changes', async () => {
  const step = fc.record({
    what: fc.constantFrom('send', 'edit', 'edit', 'remove', 'undo', 'start', 'close'),
    pick: fc.nat(),
    of: made,
  });
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(batches, async (turns) => {
      const cases = [await send([['crown', 'gold']], people.recipient)];
      const deletions: number[] = [];
      const take = async ({ what, pick, of }: (typeof turns)[number][number]): Promise<number> => {
        const id = cases[pick % cases.length] ?? 0;
        if (what === 'send') cases.push(await send(of, pick % 3 === 0 ? people.partner : people.recipient));
        if (what === 'edit') return change(id, of);
        if (what === 'start') return setStatus(people.recipient, id, 'PROC');
        if (what === 'close') return setStatus(people.author, id, 'CLSD');
        const author = await t.as(people.author);
        if (what === 'remove') {
          const reply = await author.delete('/v1/cases/0/remove/', { ids: cases.slice(0, 1 + (pick % 3)) });
          if (reply.statusCode === 200) deletions.push(reply.json().deletion);
          return reply.statusCode;
        }
        const deletion = deletions[pick % Math.max(1, deletions.length)];
        if (what !== 'undo' || deletion === undefined) return 200;
        return (await author.post(`/v1/case-deletions/${deletion}/undo/`)).statusCode;
      };
      for (const turn of turns)
        for (const status of await Promise.all(turn.map(take))) expect(status).toBeLessThan(500);
      await expectExactTally();
    }),
    { numRuns: 10 },
  );
});

test('edits that swap the restorations of two cases do not block each other', async () => {
  const of = (type: 'crown' | 'coping', material: 'gold' | 'titanium'): Made => [[type, material]];
  const [here, there] = [of('crown', 'gold'), of('coping', 'titanium')];
  const cases = [await send(here, people.recipient), await send(there, people.recipient)];
  for (let turn = 0; turn < 15; turn += 1) {
    const wanted = turn % 2 === 0 ? [there, here] : [here, there];
    const statuses = await Promise.all(cases.map((id, at) => change(id, wanted[at] ?? here)));
    expect(statuses).toEqual([200, 200]);
  }
  await expectExactTally();
});

async function expectExactTally(): Promise<void> {
  const { rows: wrong } = await sql`
    select * from (
      select author_id, recipient_id, status, coalesce(type, 'any') as type, coalesce(material, 'any') as material,
        count(distinct sent.id) filter (where author_removed_at is null)::integer as a,
        count(distinct sent.id) filter (where recipient_removed_at is null)::integer as r,
        count(distinct sent.id)::integer as n
      from dental_case as sent join restoration on restoration.case_id = sent.id
      where published_at is not null and (author_removed_at is null or recipient_removed_at is null)
      group by author_id, recipient_id, status, grouping sets ((type, material), (type), (material))
    ) as counted full join (
      select author_id, recipient_id, status, coalesce(type, 'any') as type, coalesce(material, 'any') as material,
        author_count as a, recipient_count as r, count as n
      from made_tally where count <> 0
    ) as tally using (author_id, recipient_id, status, type, material, a, r, n)
    where counted is null or tally is null
  `.execute(t.services.db);
  expect(wrong).toEqual([]);
  for (const query of [{ restoration: 'crown' }, { material: 'gold', status: 'InProgress' }] as Record<
    string,
    string
  >[]) {
    const { posts, page } = await list(people.recipientMate, { ...query, num_per_page: '100' });
    expect(page.total_num).toBe(posts.length);
  }
}
