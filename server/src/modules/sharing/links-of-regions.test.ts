import { describe, expect, test } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { inTransaction } from '../../platform/work.ts';
import { leaveFor } from '../../testing/guests.ts';
import { openSharing } from '../../testing/sharing.ts';
import { createMember } from '../../testing/sign-in.ts';
import { createMailToken } from '../identity/mail-tokens.ts';

const { t, people, newCase, share } = await openSharing();
const [HERE, THERE] = ['VVM', 'RVU'];

const tokenOf = (userId: number, purpose: 'activate' | 'reset') =>
  inTransaction(t.services, NOBODY, (work) => createMailToken(work.tx, userId, purpose));

/** Opens one kind of link with a `sid`; undefined leaves it out, as links of older mails do. */
const links: Record<string, () => Promise<(sid?: string) => Promise<{ statusCode: number; body: string }>>> =
  {
    activation: async () => {
      const { id } = await createMember(t, { activated_at: null });
      const body = { uidb64: encodeId(id), token: await tokenOf(id, 'activate') };
      return (srv_loc) => t.nobody.post('/v1/auth/activate/', { ...body, srv_loc });
    },
    reset: async () => {
      const { id } = await createMember(t);
      const token = await tokenOf(id, 'reset');
      return (srv_loc) => t.nobody.post('/reset_password/validate_token/', { token, srv_loc });
    },
    share: async () => {
      const { token } = await share(people.author, (await newCase()).id);
      return (sid) =>
        t.nobody.get(`/v1/share/case/?data=${token}${sid === undefined ? '' : `&srv_loc=${sid}`}`);
    },
  };

describe.each(Object.keys(links))('%s link', (kind) => {
  test('of the other region, or of none, gets 400 server_is_wrong and stays usable', async () => {
    const open = await links[kind]?.();
    for (const sid of [THERE, 'nonsense', `${HERE}A`]) {
      const reply = await open?.(sid);
      expect([sid, reply?.statusCode, JSON.parse(reply?.body ?? '{}').detail]).toEqual([
        sid,
        400,
        'server is wrong',
      ]);
    }
    expect((await open?.(HERE))?.statusCode).toBe(200);
  });

  test('without a sid works', async () => {
    const open = await links[kind]?.();
    expect((await open?.())?.statusCode).toBe(200);
  });
});

test('share link of somebody who moved gets server_is_wrong, and its revoked one too', async () => {
  const [open, revoked] = [await newCase(), await newCase()];
  const [{ token }, ended] = [await share(people.author, open.id), await share(people.author, revoked.id)];
  await t.services.db
    .updateTable('share_link')
    .set({ revoked_at: new Date() })
    .where('case_id', '=', revoked.id)
    .execute();
  await leaveFor(t.services, people.author);
  const replies = await Promise.all(
    [token, ended.token].map((data) => t.nobody.get(`/v1/share/case/?data=${data}&srv_loc=${HERE}`)),
  );
  expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
    [400, 'server_is_wrong'],
    [400, 'server_is_wrong'],
  ]);
});
