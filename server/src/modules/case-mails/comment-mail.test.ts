import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { internalActor } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
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
/** Runs the queued jobs as the worker would at their time: mentions first, because they have no delay. */
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

describe('no comment mail', () => {
  test('no comment mail to the author, nor to people who switched comment mails off', async () => {
    await wish(people.authorMate, { comment_add_email: false });
    await comment(people.author, 'one');
    await comment(people.author, 'two');
    expect(await receivers('added')).toEqual(ids(people.recipient, people.recipientMate));
  });

  test('no comment mail to a blocked account, also if it was blocked after the mail was planned', async () => {
    const block = (person: { id: number }) =>
      wish(person, { blocked_at: new Date(), blocked_by: people.author.id, block_reason: 'stolen' });
    await block(people.authorMate);
    await comment(people.author, 'one');
    expect(await receivers('added')).toEqual(ids(people.recipient, people.recipientMate));
    await block(people.recipient);
    await work();
    expect((await mails()).map(({ userId }) => userId)).toEqual([people.recipientMate.id]);
  });

  test('no comment mail when everything was read or deleted in the meantime', async () => {
    const id = await comment(people.author, 'one');
    await read(people.recipientMate);
    await (await t.as(people.author)).delete(`/v1/comments/${id}/remove/`);
    await work();
    expect(await mails()).toEqual([]);
  });

  test('GET of comments does not cancel the mail, because it marks nothing as seen', async () => {
    await comment(people.author, 'one');
    const lab = await t.as(people.recipient);
    for (const way of ['all', 'comments']) await lab.get(`/v1/cases/${caseId}/${way}/`);
    await work();
    expect(await mails(people.recipient)).toHaveLength(1);
  });

  test('no comment mail to people who lost access, switched mails off or deleted their account', async () => {
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

  test('no mail about an edit when the comment was deleted', async () => {
    await wish(people.recipient, { comment_edit_email: true });
    const id = await comment(people.author, 'one');
    await edit(people.author, id, 'two');
    expect(await receivers('edited')).toEqual([people.recipient.id]);
    await (await t.as(people.author)).delete(`/v1/comments/${id}/remove/`);
    await work();
    expect(await mails()).toEqual([]);
  });
});

describe('a burst of comments', () => {
  test('a burst with mentions sends one mail at once and one for all others, until the receiver looks', async () => {
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
    const sent = (await mails(people.recipient)).filter(({ template }) => template === 'comment-mention');
    expect(sent.map(({ params }) => params.count)).toEqual(['1', '3']);
    await read(people.recipient);
    await name();
    expect(await startOf()).toEqual([false]);
  });

  test('a burst of comments is one mail per receiver with the count and the authors', async () => {
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

  test('comments already mailed are not mailed again; later ones get another mail', async () => {
    await comment(people.author, 'one');
    await work();
    await comment(people.authorMate, 'two');
    await work();
    const sent = (await mails(people.recipient)).map(({ params }) => [params.count, params.authors]);
    expect(sent).toEqual([
      ['1', 'Ada Author'],
      ['1', 'Amy Mate'],
    ]);
  });

  test('a comment mail leaves out comments that were read', async () => {
    await comment(people.author, 'one');
    await read(people.recipient);
    await comment(people.author, 'two');
    await work();
    expect((await mails(people.recipient))[0]?.params).toMatchObject({ count: '1' });
  });

  test('a comment mail names the authors in the receiver’s language', async () => {
    await wish(people.recipient, { language: 'de' });
    await comment(people.author, 'one');
    await comment(people.authorMate, 'two');
    await work();
    expect((await mails(people.recipient))[0]?.params).toMatchObject({ authors: 'Ada Author und Amy Mate' });
  });

  test('a mail about edits counts comments, not edits', async () => {
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
  test('a mention is mailed at once and left out of the burst mail', async () => {
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

  test('no mention mail to oneself, nor to people who switched comment mails off', async () => {
    await wish(people.recipient, { comment_add_email: false });
    await comment(people.author, '@Rita Recipient', named(people.recipient, 0, 15));
    await comment(people.author, '@Ada Author', named(people.author, 0, 11));
    expect(await planned('mention')).toEqual([]);
  });

  test('a mention added by an edit is mailed even if the comment was read; the others get the edit mail', async () => {
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

test('a mail waits while the deletion of its case can be undone', async () => {
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
