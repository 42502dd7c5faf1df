import { randomUUID } from 'node:crypto';
import type { OpenLink } from '@cusp/contract/privacy';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { completeFields } from '../../testing/draft-forms.ts';
import { createGroup, createLabUser, createUser } from '../../testing/factories.ts';
import { loseCalls } from '../../testing/moves/bad-network.ts';
import {
  commentAs,
  createLone,
  createPractice,
  startMoveAs,
  workOnMove,
} from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { wish } from '../../testing/sharing.ts';
import type { Client, TestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { sendCommentMail } from '../case-mails/comment-mail.ts';
import { sendEditedMail } from '../case-mails/edited-mail.ts';
import { sendPublishedMail } from '../drafts/published-mail.ts';
import { sendGuestChanges } from '../region-visit/circle-calls.ts';
import { driveMove } from './finish-source.ts';
import { runImport } from './run-import.ts';

const { us, eu } = await openTwoRegions();

test('links that a lab made to a case of a practice that moves are listed and ended from both regions, and end with a block of their maker', async () => {
  const { person, lab, dentalCase } = await createLone(us);
  const [mate, stranger] = [await createLabUser(us.services), await createLabUser(us.services)];
  await createGroup(us.services, lab, [mate]);
  const make = async (by: { id: number }, recipient: string) => {
    const reply = await (await us.as(by)).post(`/v1/cases/${dentalCase.id}/share/`, wish({ recipient }));
    const { share, token } = reply.json<{ share: { id: number }; token: string }>();
    const open = async () => (await eu.nobody.get(`/v1/share/case/?data=${token}`)).json().code ?? 'opens';
    return { id: share.id, open };
  };
  const [ofAuthor, first, second, third] = [
    await make(person, 'Author'),
    await make(lab, 'First'),
    await make(mate, 'Second'),
    await make(lab, 'Third'),
  ];
  await workOnMove(us, eu, await startMoveAs(us, person));
  const atHome = await us.as(lab);
  const links = async (client: Client) => {
    const { links, is_complete } = (await client.get('/v1/privacy/links/')).json();
    const shown = links.map(({ recipient, is_elsewhere, case: { no, patient } }: OpenLink) => [
      recipient,
      is_elsewhere,
      no === dentalCase.no && patient !== '',
    ]);
    return { shown, is_complete };
  };
  const revoke = async (client: Client, { id }: { id: number }) =>
    (await client.put(`/v1/share/${id}/revoke/`)).statusCode;
  const theirs = (...recipients: string[]) => recipients.map((name) => [name, true, false]);
  expect(await links(atHome)).toEqual({ shown: theirs('Third', 'Second', 'First'), is_complete: true });
  const asAuthor = await eu.as(person);
  expect((await links(asAuthor)).shown).toEqual(
    ['Third', 'Second', 'First', 'Author'].map((name) => [name, false, true]),
  );

  const guest = await eu.asGuest(lab);
  const listed = (await guest.get(`/v1/cases/${dentalCase.id}/shares/`)).json();
  expect(listed.shares.map(({ id }: { id: number }) => id)).toEqual([third.id, second.id, first.id]);
  expect([await revoke(guest, ofAuthor), await revoke(atHome, ofAuthor)]).toEqual([404, 404]);
  expect(await revoke(await us.as(stranger), first)).toBe(404);
  const again = loseCalls('link');
  expect(await links(atHome)).toEqual({ shown: [], is_complete: false });
  expect(await revoke(atHome, second)).toBe(503);
  again();
  expect([await revoke(guest, first), await revoke(atHome, second)]).toEqual([200, 200]);
  expect([await ofAuthor.open(), await first.open(), await second.open(), await third.open()]).toEqual([
    'opens',
    'share_revoked',
    'share_revoked',
    'opens',
  ]);

  const staff = await us.asStaff(await createUser(us.services, { is_staff: true }));
  const become = async (state: 'block' | 'unblock', version: number) => {
    const reason = 'Misuse of links';
    const path = `/v1/cs/users/${lab.id}/block/`;
    const reply = await (state === 'block' ? staff.post : staff.delete)(path, { reason, version });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await waitingJobs(us, 'guest-changed')).toContainEqual({ userId: lab.id });
    await sendGuestChanges(us.services, lab.id);
  };
  await become('block', 1);
  expect(await third.open()).toBe('share_ended');
  expect((await links(asAuthor)).shown).toEqual([['Author', false, true]]);
  await become('unblock', 2);
  expect(await third.open()).toBe('opens');
  expect(await revoke(asAuthor, third)).toBe(200);
  expect((await links(asAuthor)).shown).toEqual([['Author', false, true]]);
}, 120_000);

test('mails that wait when their case moves are sent once, by the region that has it, and by the first one if the move is cancelled', async () => {
  const { author, lab, labMate } = await createPractice(us);
  const receivers = [lab.id, labMate.id];
  await us.services.db
    .updateTable('app_user')
    .set({ post_publish_email: true, post_edit_email: true, comment_add_email: true })
    .where('id', 'in', receivers)
    .execute();
  const client = await us.as(author);
  const send = async () => {
    const fields = completeFields(lab.id);
    const { id, version } = (await client.post('/v1/drafts/', { key: randomUUID(), fields })).json();
    const sent = await client.post(`/v1/drafts/${id}/send/`, { version });
    expect(sent.statusCode, sent.body).toBe(200);
    await commentAs(us, author, id, 'Please read this today');
    const begun = await (await us.as(lab)).put(`/v1/cases/${id}/status/`, { action: 'PROC' });
    expect(begun.statusCode, begun.body).toBe(200);
    return Number(id);
  };
  /** Runs the scheduled mails of a case before their time, and returns all mails about it so far. */
  const work = async (t: TestApp, caseId: number) => {
    await t.services.db
      .updateTable('dental_case')
      .set({ published_at: new Date(Date.now() - 60_000) })
      .where('id', '=', caseId)
      .execute();
    for (const [queue, run] of [
      ['published-mail', sendPublishedMail],
      ['comment-mail', sendCommentMail],
      ['edited-mail', sendEditedMail],
    ] as const) {
      const jobs = (await waitingJobs(t, queue)).filter((job) => job.caseId === caseId);
      await sql`
        update pgboss.job set state = 'completed' where name = ${queue} and state = 'created'
      `.execute(t.services.db);
      for (const job of jobs) await run(t.services, job as never);
    }
    return mailed(t, caseId);
  };
  const mailed = async (t: TestApp, caseId: number) =>
    (await waitingJobs(t, 'mail'))
      .filter(({ params, userId }) => {
        const { link = '' } = params as { link?: string };
        return receivers.includes(Number(userId)) && decodeURIComponent(link).endsWith(`/case/${caseId}`);
      })
      .map(({ userId, template }) => `${template} to ${userId}`)
      .toSorted();
  const once = [
    ...receivers.map((id) => `case-published to ${id}`),
    ...receivers.map((id) => `comment-added to ${id}`),
  ]
    .concat(`case-edited to ${labMate.id}`)
    .toSorted();

  const stays = await send();
  const cancelled = await startMoveAs(us, author);
  await driveMove(us.services, { moveId: cancelled });
  expect((await client.delete('/v1/user/migration/')).statusCode).toBe(200);
  await runImport(eu.services, cancelled);
  expect(await work(us, stays)).toEqual(once);

  const moves = await send();
  await workOnMove(us, eu, await startMoveAs(us, author));
  // The replies are lost, so the jobs come up again when the other region has already sent the mails.
  const stop = loseCalls('no such call', 'planned-mail');
  await work(us, moves);
  stop();
  expect(await work(eu, moves)).toEqual(once);
  expect(await work(us, moves)).toEqual([]);
  expect(await work(eu, moves)).toEqual(once);
  expect(await waitingJobs(us, 'published-mail')).toEqual([]);
  expect([await mailed(us, stays), await mailed(eu, stays)]).toEqual([once, []]);
}, 120_000);
