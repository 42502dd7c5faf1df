import { beforeEach, describe, expect, test } from 'vitest';
import { ids, openTwoSides, waitingJobs } from '../../testing/two-sides.ts';
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
    expect(Object.keys(mail.params as object).sort()).toEqual(['link', 'name', 'no']);
  }
});
