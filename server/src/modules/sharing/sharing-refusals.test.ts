import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCase, createUser } from '../../testing/factories.ts';
import { openSharing, wish } from '../../testing/sharing.ts';
import { auditOf, eventsOf, twoSides } from '../../testing/two-sides.ts';

const { t, people, newCase, share, open, codeOf, sharesOf, revoke } = await openSharing();

describe('creating a link is refused', () => {
  const DAY_MS = 24 * 3600 * 1000;
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  test.each([
    ['for nobody', { recipient: ' ' }, 400],
    ['for a number of days that is no choice', { days: 365 }, 400],
    ['without an end', { days: undefined }, 400],
    ['with two ends', { until: at(3) }, 400],
    ['until a moment that is past', { days: undefined, until: at(-1) }, 400],
    ['for more than 90 days', { days: undefined, until: at(92) }, 400],
    ['to an invalid address', { mail: { to: 'nonsense', language: 'en' } }, 400],
    ['with an invalid key', { key: 'x' }, 400],
  ])('%s', async (_why, more, status) => {
    const dentalCase = await newCase();
    const reply = await (await t.as(people.author)).post(`/v1/cases/${dentalCase.id}/share/`, wish(more));
    expect(reply.statusCode, reply.body).toBe(status);
    expect(await sharesOf(people.author, dentalCase.id)).toEqual([]);
    expect(await eventsOf(t, dentalCase.id)).toEqual([]);
  });

  test('a link to a draft or to a case of others is refused', async () => {
    const draft = await createCase(t.services, { author: people.author, draft: true });
    const author = await t.as(people.author);
    expect((await author.post(`/v1/cases/${draft.id}/share/`, wish())).statusCode).toBe(404);
    const { id } = await newCase();
    const stranger = await t.as(people.stranger);
    expect((await stranger.post(`/v1/cases/${id}/share/`, wish())).statusCode).toBe(404);
  });

  test('a link is refused if fifty already work', async () => {
    const { id } = await newCase();
    await t.services.db
      .insertInto('share_link')
      .values(
        Array.from({ length: 50 }, () => ({
          case_id: id,
          maker_id: people.author.id,
          recipient: 'x',
          allows_download: false,
          token_hash: Buffer.from(randomUUID()),
          last_opened_at: null,
          expires_at: new Date(Date.now() + DAY_MS),
          revoked_at: null,
        })),
      )
      .execute();
    const author = await t.as(people.author);
    expect((await author.post(`/v1/cases/${id}/share/`, wish())).json().code).toBe('too_many_shares');
    expect((await revoke(people.author, (await sharesOf(people.author, id))[0]?.id ?? 0)).statusCode).toBe(
      200,
    );
    await share(people.author, id);
  });
});

describe('opening a link is refused', () => {
  test.each(['', 'x', 'x'.repeat(43), '%00'])('an unknown token is refused: %j', async (token) => {
    expect(await codeOf(token)).toEqual([404, 'share_unknown']);
  });

  test('a revoked link does not open; revoking again changes nothing', async () => {
    const { id } = await newCase();
    const { token, share: made } = await share(people.author, id);
    expect((await open(token)).statusCode).toBe(200);
    for (let times = 0; times < 2; times++)
      expect((await revoke(people.author, made.id)).statusCode).toBe(200);
    expect(await codeOf(token)).toEqual([410, 'share_revoked']);
    expect((await eventsOf(t, id)).filter(({ name }) => name === 'share_revoked')).toHaveLength(1);
    expect((await auditOf(t, id)).at(-1)).toMatchObject({
      action: 'share_opened',
      result: 'refused',
      user_id: null,
      detail: { reason: 'share_revoked' },
    });
    expect((await sharesOf(people.author, id))[0]).toMatchObject({ state: 'revoked', open_count: 1 });
  });

  test('an expired link does not open', async () => {
    const { id } = await newCase();
    const { token, share: made } = await share(people.author, id);
    await t.services.db
      .updateTable('share_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', made.id)
      .execute();
    expect(await codeOf(token)).toEqual([410, 'share_expired']);
    expect((await sharesOf(people.author, id))[0]?.state).toBe('expired');
  });

  test('a link does not open after its maker’s side deleted the case', async () => {
    const { id } = await newCase();
    const byAuthor = await share(people.authorMate, id);
    const byRecipient = await share(people.recipient, id);
    await (await t.as(people.author)).delete(`/v1/cases/${id}/remove/`);
    expect(await codeOf(byAuthor.token)).toEqual([410, 'share_ended']);
    expect(await codeOf(byRecipient.token)).toEqual([200, undefined]);
  });

  test('a link does not open after its maker left the group or deleted their account', async () => {
    const other = await twoSides(t);
    const { id } = await createCase(t.services, { author: other.author, recipient: other.recipient });
    const byMate = await share(other.recipientMate, id);
    const byAuthor = await share(other.author, id);
    await t.services.db.deleteFrom('group_member').where('user_id', '=', other.recipientMate.id).execute();
    expect(await codeOf(byMate.token)).toEqual([410, 'share_ended']);
    expect((await open(byAuthor.token)).statusCode).toBe(200);
    const seen = await sharesOf(other.authorMate, id);
    expect(seen.map(({ state }) => state)).toEqual(['active', 'ended']);
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', other.author.id)
      .execute();
    expect(await codeOf(byAuthor.token)).toEqual([410, 'share_ended']);
  });

  test('links of a blocked maker do not open until the block is lifted; those of others do', async () => {
    const other = await twoSides(t);
    const { id } = await createCase(t.services, { author: other.author, recipient: other.recipient });
    const byAuthor = await share(other.author, id);
    const byMate = await share(other.authorMate, id);
    const staff = await createUser(t.services, { is_staff: true });
    const setBlock = (block: { blocked_at: Date | null; blocked_by: number | null }) =>
      t.services.db.updateTable('app_user').set(block).where('id', '=', other.author.id).execute();
    await setBlock({ blocked_at: new Date(), blocked_by: staff.id });
    expect(await codeOf(byAuthor.token)).toEqual([410, 'share_ended']);
    expect((await open(byMate.token)).statusCode).toBe(200);
    const seen = await sharesOf(other.authorMate, id);
    expect(seen.map(({ state }) => state)).toEqual(['active', 'ended']);
    await setBlock({ blocked_at: null, blocked_by: null });
    expect((await open(byAuthor.token)).statusCode).toBe(200);
  });
});
