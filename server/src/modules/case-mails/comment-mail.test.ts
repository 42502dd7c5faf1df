import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { internalActor } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/jobs.ts';
import { ids, openFreshSides, seeComments, waitingJobs } from '../../testing/two-sides.ts';
import { removeCases } from '../cases/remove-cases.ts';
import { undoRemoval } from '../cases/undo-removal.ts';
import { sendCommentMail } from './comment-mail.ts';

type Job = JobData['comment-mail'];
const { t, people, newCase } = await openFreshSides();
let caseId: number;
beforeEach(async () => {
  caseId = (await newCase()).id;
});

const comment = async (person: { id: number }, text: string, more: object = {}) => {
  const reply = await (await t.as(person)).post(`/v1/cases/${caseId}/comment/`, { comment: text, ...more });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().id as number;
};
const edit = async (person: { id: number }, id: number, text: string, more: object = {}) => {
  const reply = await (await t.as(person)).put(`/v1/comments/${id}/edit/`, { comment: text, ...more });
  expect(reply.statusCode, reply.body).toBe(200);
};
const read = (person: { id: number }) => seeComments(t, person, caseId);
const wish = (person: { id: number }, settings: object) =>
  t.services.db.updateTable('app_user').set(settings).where('id', '=', person.id).execute();
const planned = async (kind?: Job['kind']) =>
  (await waitingJobs(t, 'comment-mail')).filter(
    (job) => job.caseId === caseId && (!kind || job.kind === kind),
  ) as unknown as Job[];
const receivers = async (kind: Job['kind']) =>
  ids(...(await planned(kind)).map(({ userId }) => ({ id: userId })));
/** Does what waits, as the worker would when its time has come: mentions first, they do not wait. */
const work = async () => {
  const jobs = [...(await planned('mention')), ...(await planned('added')), ...(await planned('edited'))];
  await sql`update pgboss.job set state = 'completed' where name = 'comment-mail'`.execute(t.services.db);
  for (const job of jobs) await sendCommentMail(t.services, job);
};
const mails = async (person?: { id: number }) =>
  (await waitingJobs(t, 'mail')).filter(
    (mail) => JSON.stringify(mail).includes(`/case/${caseId}"`) && (!person || mail.userId === person.id),
  ) as { userId: number; template: string; params: Record<string, string> }[];
const named = (person: { id: number }, start: number, length: number) => ({
  mentions: [{ user_id: person.id, start, length }],
});

describe('no mail', () => {
  test('to the author, and to who does not want any', async () => {
    await wish(people.authorMate, { comment_add_email: false });
    await comment(people.author, 'one');
    await comment(people.author, 'two');
    expect(await receivers('added')).toEqual(ids(people.recipient, people.recipientMate));
  });

  test('when all was read or deleted meanwhile', async () => {
    const id = await comment(people.author, 'one');
    await read(people.recipientMate);
    await (await t.as(people.author)).delete(`/v1/comments/${id}/remove/`);
    await work();
    expect(await mails()).toEqual([]);
  });

  test('is saved by a GET: who was only sent the comments has not seen them', async () => {
    await comment(people.author, 'one');
    const lab = await t.as(people.recipient);
    for (const way of ['all', 'comments']) await lab.get(`/v1/cases/${caseId}/${way}/`);
    await work();
    expect(await mails(people.recipient)).toHaveLength(1);
  });

  test('to who lost sight of the case, changed their mind, or left', async () => {
    await comment(people.author, 'one');
    await wish(people.recipientMate, { comment_add_email: false });
    await wish(people.authorMate, { deleted_at: new Date() });
    await t.services.db
      .updateTable('dental_case')
      .set({ recipient_id: people.partner.id })
      .where('id', '=', caseId)
      .execute();
    await work();
    expect(await mails()).toEqual([]);
  });

  test('of a change when the comment is gone', async () => {
    await wish(people.recipient, { comment_edit_email: true });
    const id = await comment(people.author, 'one');
    await edit(people.author, id, 'two');
    expect(await receivers('edited')).toEqual([people.recipient.id]);
    await (await t.as(people.author)).delete(`/v1/comments/${id}/remove/`);
    await work();
    expect(await mails()).toEqual([]);
  });
});

describe('a burst', () => {
  test('of mentions is a mail at once and one of all the others, for who has not looked since', async () => {
    const startOf = async () => {
      const { rows } = await sql<{ wait: number }>`
        select extract(epoch from start_after - now())::int as wait from pgboss.job
        where name = 'comment-mail' and state = 'created' and data->>'kind' = 'mention'
          and (data->>'caseId')::bigint = ${caseId}
      `.execute(t.services.db);
      return rows.map(({ wait }) => wait > 60);
    };
    const name = () => comment(people.author, '@Rita Recipient look', named(people.recipient, 0, 15));
    await name();
    expect(await startOf()).toEqual([false]);
    await work();
    for (let again = 0; again < 3; again++) await name();
    expect(await startOf()).toEqual([true]);
    await work();
    const told = (await mails(people.recipient)).filter(({ template }) => template === 'comment-mention');
    expect(told.map(({ params }) => params.count)).toEqual(['1', '3']);
    await read(people.recipient);
    await name();
    expect(await startOf()).toEqual([false]);
  });

  test('is one mail with the number of comments and who wrote them, to each their own', async () => {
    await comment(people.author, 'one');
    await comment(people.authorMate, 'two');
    await comment(people.author, 'three');
    await comment(people.recipient, 'four');
    await work();
    const [mail, ...more] = await mails(people.recipientMate);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      template: 'comment-added',
      params: { count: '4', authors: 'Ada Author, Amy Mate, and Rita Recipient' },
    });
    expect((await mails(people.recipient))[0]?.params).toMatchObject({
      count: '3',
      authors: 'Ada Author and Amy Mate',
    });
    expect((await mails(people.author))[0]?.params).toMatchObject({ count: '2' });
    expect(JSON.stringify(await mails())).not.toMatch(/Patient|three/);
  });

  test('tells nothing twice: later comments are another mail', async () => {
    await comment(people.author, 'one');
    await work();
    await comment(people.authorMate, 'two');
    await work();
    const told = (await mails(people.recipient)).map(({ params }) => [params.count, params.authors]);
    expect(told).toEqual([
      ['1', 'Ada Author'],
      ['1', 'Amy Mate'],
    ]);
  });

  test('leaves out what was read', async () => {
    await comment(people.author, 'one');
    await read(people.recipient);
    await comment(people.author, 'two');
    await work();
    expect((await mails(people.recipient))[0]?.params).toMatchObject({ count: '1' });
  });

  test('names the authors in the language of the receiver', async () => {
    await wish(people.recipient, { language: 'de' });
    await comment(people.author, 'one');
    await comment(people.authorMate, 'two');
    await work();
    expect((await mails(people.recipient))[0]?.params).toMatchObject({ authors: 'Ada Author und Amy Mate' });
  });

  test('of edits counts the comments, not the edits', async () => {
    await wish(people.recipient, { comment_edit_email: true, comment_add_email: false });
    const [one, two] = [await comment(people.author, 'one'), await comment(people.authorMate, 'two')];
    await comment(people.author, 'never edited');
    await edit(people.author, one, 'one a');
    await edit(people.author, one, 'one b');
    await edit(people.authorMate, two, 'two a');
    await work();
    expect(await mails(people.recipient)).toMatchObject([
      { template: 'comment-edited', params: { count: '2', authors: 'Ada Author and Amy Mate' } },
    ]);
  });
});

describe('a mention', () => {
  test('is mailed by itself and at once, and the burst leaves it out', async () => {
    await comment(people.author, 'one');
    await comment(people.author, 'Hi @Rita Recipient!', named(people.recipient, 3, 15));
    expect(await receivers('mention')).toEqual([people.recipient.id]);
    const [job] = await planned('mention');
    if (job) await sendCommentMail(t.services, job);
    expect(await mails(people.recipient)).toMatchObject([
      { template: 'comment-mention', params: { authors: 'Ada Author' } },
    ]);
    await work();
    expect((await mails(people.recipient)).map(({ template, params }) => [template, params.count])).toEqual([
      ['comment-mention', '1'],
      ['comment-added', '1'],
    ]);
    expect((await mails(people.recipientMate))[0]?.params).toMatchObject({ count: '2' });
  });

  test('is not mailed to who wants no mails about comments, nor to oneself', async () => {
    await wish(people.recipient, { comment_add_email: false });
    await comment(people.author, '@Rita Recipient', named(people.recipient, 0, 15));
    await comment(people.author, '@Ada Author', named(people.author, 0, 11));
    expect(await planned('mention')).toEqual([]);
  });

  test('that an edit adds is mailed, also when the comment was read; the others hear of an edit', async () => {
    await wish(people.authorMate, { comment_edit_email: true });
    const id = await comment(people.author, 'one');
    await read(people.recipient);
    await edit(people.author, id, 'one @Rita Recipient', named(people.recipient, 4, 15));
    await edit(people.author, id, 'one, @Rita Recipient', named(people.recipient, 5, 15));
    expect(await receivers('mention')).toEqual([people.recipient.id]);
    expect(await receivers('edited')).toEqual([people.authorMate.id]);
    await work();
    expect((await mails(people.recipient)).map(({ template }) => template)).toEqual(['comment-mention']);
  });
});

test('while the deletion of the case can be undone, a mail waits for it', async () => {
  await comment(people.author, 'one');
  const { deletion } = await removeCases(t.services, internalActor(people.author.id), [caseId]);
  await work();
  const mailed = async () => ids(...(await mails()).map(({ userId }) => ({ id: userId })));
  const lab = ids(people.recipient, people.recipientMate);
  expect(await mailed()).toEqual(lab);
  expect(await receivers('added')).toEqual([people.authorMate.id]);
  await undoRemoval(t.services, internalActor(people.author.id), deletion);
  await work();
  expect(await mailed()).toEqual([...lab, people.authorMate.id].sort((a, b) => a - b));
});
