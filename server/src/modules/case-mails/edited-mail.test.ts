import { beforeEach, describe, expect, test } from 'vitest';
import type { JobData } from '../../platform/jobs/queues.ts';
import { ids, openTwoSides, waitingJobs } from '../../testing/two-sides.ts';
import { png, upload } from '../../testing/uploads.ts';
import { sendCommentMail } from './comment-mail.ts';
import { sendEditedMail } from './edited-mail.ts';

const { t, people, newCase } = await openTwoSides();
let caseId: number;
beforeEach(async () => {
  caseId = (await newCase()).id;
});

const wishes = async (user: { id: number }, post_edit_email: boolean) => {
  const reply = await (await t.as(user)).put('/v1/user/settings/', { post_edit_email });
  expect(reply.statusCode).toBe(200);
};
const status = async (user: { id: number }, action: string) => {
  const reply = await (await t.as(user)).put(`/v1/cases/${caseId}/status/`, { action });
  expect(reply.statusCode, reply.body).toBe(200);
};
const planned = async () =>
  (await waitingJobs(t, 'edited-mail')).filter((job) => job.caseId === caseId) as {
    caseId: number;
    userId: number;
  }[];
const receivers = async () => ids(...(await planned()).map(({ userId }) => ({ id: userId })));
const mailed = async () =>
  (await waitingJobs(t, 'mail')).filter((mail) => JSON.stringify(mail).includes(`/case/${caseId}"`));

describe('no mail about edits', () => {
  test('no edit mail to the editor, nor to people who switched such mails off', async () => {
    await wishes(people.authorMate, false);
    await status(people.recipient, 'PROC');
    await wishes(people.authorMate, true);
    expect(await receivers()).toEqual(ids(people.author, people.recipientMate));
  });

  test('no edit mail when the recipient only opens the case', async () => {
    const reply = await (await t.as(people.recipient)).post(`/v1/cases/${caseId}/opened/`);
    expect(reply.json()).toMatchObject({ status: { code: 'READ' } });
    expect(await planned()).toEqual([]);
  });

  test('no edit mail to people who switched mails off or lost access before it was sent', async () => {
    await status(people.recipient, 'PROC');
    await wishes(people.author, false);
    await t.services.db
      .updateTable('dental_case')
      .set({ author_id: people.partner.id })
      .where('id', '=', caseId)
      .execute();
    for (const job of await planned()) await sendEditedMail(t.services, job);
    await wishes(people.author, true);
    expect((await mailed()).map((mail) => mail.userId)).toEqual([people.recipientMate.id]);
  });
});

const comment = async (user: { id: number }, text: string) => {
  const reply = await (await t.as(user)).post(`/v1/cases/${caseId}/comment/`, { comment: text });
  expect(reply.statusCode, reply.body).toBe(200);
};
const institution = async (user: { id: number }) =>
  (
    await t.services.db
      .selectFrom('app_user')
      .select('institution')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
  ).institution;
const newsFor = async (user: { id: number }) => {
  const mail = (await mailed()).find(({ userId }) => userId === user.id);
  if (!mail) throw new Error('no mail');
  return JSON.parse((mail.params as { news: string }).news) as unknown;
};

test('an edit mail names the last status, other changes and waiting comments, which get no second mail', async () => {
  await comment(people.recipient, 'Which shade?');
  await comment(people.recipient, 'And which alloy?');
  await status(people.recipient, 'PROC');
  await (await t.as(people.recipient)).put(`/v1/cases/${caseId}/assignee/`, {
    assignee_id: people.recipientMate.id,
  });
  await status(people.recipient, 'COMP');
  for (const job of await planned()) await sendEditedMail(t.services, job);
  const by = await institution(people.recipient);
  expect(await newsFor(people.author)).toEqual([
    { what: 'completed', by, count: 1 },
    { what: 'assignee', by, count: 1 },
    { what: 'comments', by: expect.any(String), count: 2 },
  ]);
  const before = (await mailed()).length;
  const left = (await waitingJobs(t, 'comment-mail')).filter((job) => job.caseId === caseId);
  expect(left).not.toEqual([]);
  for (const job of left) await sendCommentMail(t.services, job as unknown as JobData['comment-mail']);
  expect(await mailed()).toHaveLength(before);
});

test('an edit mail says how many files somebody added', async () => {
  const recipient = await t.as(people.recipient);
  for (const name of ['1.png', '2.png']) await upload(recipient, caseId, png(name), name);
  expect((await recipient.put(`/v1/cases/${caseId}/files/upload-done/`)).statusCode).toBe(200);
  for (const job of await planned()) await sendEditedMail(t.services, job);
  expect(await newsFor(people.author)).toEqual([
    { what: 'files', by: await institution(people.recipient), count: 2 },
  ]);
});

test('an edit mail leaves out the own changes of its receiver and comments that they do not want', async () => {
  await comment(people.recipient, 'Which shade?');
  await status(people.recipient, 'PROC');
  await status(people.recipientMate, 'COMP');
  const wants = (comment_add_email: boolean) =>
    t.services.db
      .updateTable('app_user')
      .set({ comment_add_email })
      .where('id', '=', people.author.id)
      .execute();
  await wants(false);
  for (const job of await planned()) await sendEditedMail(t.services, job);
  await wants(true);
  const one = (what: string, by: string) => ({ what, by, count: 1 });
  expect(await newsFor(people.author)).toEqual([one('completed', await institution(people.recipientMate))]);
  expect(await newsFor(people.recipient)).toEqual([
    one('completed', await institution(people.recipientMate)),
  ]);
  expect(await newsFor(people.recipientMate)).toContainEqual(
    one('started', await institution(people.recipient)),
  );
});

test('several changes make one edit mail per receiver, with nothing about the patient', async () => {
  await status(people.recipient, 'PROC');
  await status(people.recipient, 'COMP');
  const reply = await (await t.as(people.recipient)).put(`/v1/cases/${caseId}/assignee/`, {
    assignee_id: people.recipientMate.id,
  });
  expect(reply.statusCode).toBe(200);
  expect(await receivers()).toEqual(ids(people.author, people.authorMate, people.recipientMate));
  for (const job of await planned()) await sendEditedMail(t.services, job);
  const mails = await mailed();
  expect(mails).toHaveLength(3);
  for (const mail of mails) {
    expect(mail).toMatchObject({ template: 'case-edited' });
    expect(Object.keys(mail.params as object).sort()).toEqual(['link', 'name', 'news', 'no']);
  }
});
