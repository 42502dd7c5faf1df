import { randomUUID } from 'node:crypto';
import type { SharedCase } from '@cusp/contract/sharing';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { openSharing, wish } from '../../testing/sharing.ts';
import { auditOf, eventsOf, ids, waitingJobs } from '../../testing/two-sides.ts';

const { t, people, newCase, share, open, sharesOf, revoke } = await openSharing();

describe('a link', () => {
  test('a link shows the work but not the patient, and is neither cached nor indexed', async () => {
    const dentalCase = await createCase(t.services, {
      author: people.author,
      recipient: people.recipient,
      patient_first: 'Theodora',
      patient_last: 'Lindqvist',
      status: 'CLSD',
    });
    await t.services.db
      .updateTable('dental_case')
      .set({ patient_birth: '1961-04-05', patient_sex: 'F', note: 'Margin is subgingival' })
      .where('id', '=', dentalCase.id)
      .execute();
    await t.services.db
      .insertInto('case_comment')
      .values({ case_id: dentalCase.id, author_id: people.author.id, body: 'Between us', deleted_at: null })
      .execute();
    const { token } = await share(people.author, dentalCase.id, { allows_download: false });
    const reply = await open(token);
    expect(reply.json<SharedCase>()).toMatchObject({
      no: dentalCase.no,
      status: { code: 'CLSD' },
      shared_by: { name: 'Ada Author' },
      note: 'Margin is subgingival',
      restorations: [{ type: 'crown', teeth: [16], shade: 'A2' }],
      allows_download: false,
    });
    expect(reply.body).not.toMatch(/Theodora|Lindqvist|1961|"sex"|birdt|Between us|assignee/);
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
  });

  test('a link has 256 bits, and its token is neither stored nor logged', async () => {
    const { id } = await newCase();
    const { token, share: made } = await share(people.author, id);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    await open(token);
    const rows = await t.services.db.selectFrom('share_link').selectAll().where('case_id', '=', id).execute();
    const traces = JSON.stringify([rows, await auditOf(t, id), await eventsOf(t, id)]);
    expect(traces).not.toContain(token);
    expect(traces).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(rows).toMatchObject([{ id: made.id, open_count: 1 }]);
    expect((await auditOf(t, id)).map(({ action, ip, user_id }) => [action, ip, user_id])).toEqual([
      ['case_shared', '127.0.0.1', people.author.id],
      ['share_opened', '127.0.0.1', null],
    ]);
  });

  test('a used key with other choices is refused', async () => {
    const { id } = await newCase();
    const body = { key: randomUUID(), recipient: 'Dr. Far', days: 1, allows_download: true };
    const client = await t.as(people.author);
    expect((await client.post(`/v1/cases/${id}/share/`, body)).statusCode).toBe(200);
    for (const other of [{ allows_download: false }, { recipient: 'Dr. Near' }]) {
      const reply = await client.post(`/v1/cases/${id}/share/`, { ...body, ...other });
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'conflict']);
    }
  });

  test('a repeated request creates one link; both sides get events of it and of its opening', async () => {
    const { id } = await newCase();
    const key = randomUUID();
    const [first, second] = await Promise.all([
      share(people.recipientMate, id, { key }),
      share(people.recipientMate, id, { key }),
    ]);
    expect(second).toEqual(first);
    await open(first.token);
    const events = await eventsOf(t, id);
    expect(events.map(({ name, actor_id }) => [name, actor_id])).toEqual([
      ['case_shared', people.recipientMate.id],
      ['share_opened', null],
    ]);
    const { author, authorMate, recipient, recipientMate } = people;
    for (const event of events)
      expect([...event.audience].sort((a, b) => a - b)).toEqual(
        ids(author, authorMate, recipient, recipientMate),
      );
    expect((await share(people.recipient, id, { key })).token).not.toBe(first.token);
  });

  test('a link of the recipient’s side is seen and ended by both sides, one of the author’s side by theirs', async () => {
    const { id } = await newCase();
    const ours = await share(people.author, id, { recipient: 'Second opinion' });
    const theirs = await share(people.recipientMate, id, { recipient: 'Milling centre' });
    const names = async (user: { id: number }) =>
      (await sharesOf(user, id)).map(({ recipient }) => recipient);
    expect(await names(people.recipient)).toEqual(['Milling centre']);
    expect(await names(people.authorMate)).toEqual(['Milling centre', 'Second opinion']);
    expect((await revoke(people.recipient, ours.share.id)).statusCode).toBe(404);
    expect((await revoke(people.recipient, theirs.share.id)).statusCode).toBe(200);
    expect((await revoke(people.stranger, ours.share.id)).statusCode).toBe(404);
    expect((await open(ours.token)).statusCode).toBe(200);
  });

  test('a link is mailed in the reader’s language: an account’s own before the chosen one', async () => {
    const { id } = await newCase();
    const mail = (to: string) => ({ mail: { to, language: 'fr' } });
    await t.services.db
      .updateTable('app_user')
      .set({ language: 'ko' })
      .where('id', '=', people.stranger.id)
      .execute();
    const far = await share(people.author, id, mail('far@elsewhere.example'));
    await share(people.author, id, mail(people.stranger.email));
    const mails = await waitingJobs(t, 'mail');
    expect(mails.map(({ to, language, template }) => [to, language, template]).sort()).toEqual(
      [
        ['far@elsewhere.example', 'fr', 'case-shared'],
        [people.stranger.email, 'ko', 'case-shared'],
      ].sort(),
    );
    const [one] = mails.filter(({ to }) => to === 'far@elsewhere.example');
    expect(one).toMatchObject({ params: { link: `/share/case#${far.token}`, sender: 'Ada Author' } });
    for (let times = 0; times < 2; times++) await share(people.author, id, mail('far@elsewhere.example'));
    const author = await t.as(people.author);
    const refused = await author.post(`/v1/cases/${id}/share/`, wish(mail('far@elsewhere.example')));
    expect(refused.statusCode).toBe(429);
    expect(await sharesOf(people.author, id)).toHaveLength(4);
  });
});
