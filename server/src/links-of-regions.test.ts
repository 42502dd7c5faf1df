import { randomUUID } from 'node:crypto';
import { PAGES } from '@cusp/contract/pages';
import { describe, expect, test } from 'vitest';
import { tidyEmailChanges } from './modules/email-change/tidy-email-changes.ts';
import { finishStepResets } from './modules/security/finish-step-resets.ts';
import { encodeId } from './platform/http/idb64.ts';
import { createDevice, createRegistration } from './testing/devices.ts';
import { createCase, createUser } from './testing/factories.ts';
import { leaveFor } from './testing/guests.ts';
import { ask, invitedPair, mailsTo } from './testing/partners.ts';
import { openTwoRegions } from './testing/regions.ts';
import { setUpApp } from './testing/second-step.ts';
import { wish } from './testing/sharing.ts';
import { createMember } from './testing/sign-in.ts';
import { RESET_REASON, stepResetsOf } from './testing/step-resets.ts';
import type { TestApp } from './testing/test-app.ts';

const { us, eu } = await openTwoRegions();
const resets = await stepResetsOf(us);
const [HERE, THERE] = ['VVM', 'RVU'];

type Person = { id: number; email: string };
interface Mailed {
  /** Person whose move takes the link along or ends it. */
  owner: Person;
  /** As in the mail. */
  link: string;
  /** The person who has to be signed in to open it. */
  opener?: Person;
}

const linkTo = async ({ email }: { email: string }) => (await mailsTo(us, email))[0]?.params.link ?? '';
const ok = (reply: { statusCode: number; body: string }) => expect(reply.statusCode, reply.body).toBe(200);

/** One of each link with a token, created through the API, by the page that it opens. */
const MADE: Record<string, () => Promise<Mailed>> = {
  [PAGES.activate]: async () => {
    const owner = await createMember(us, { activated_at: null });
    ok(await us.nobody.post('/v1/auth/request-activate/', { uid: encodeId(owner.id) }));
    return { owner, link: await linkTo(owner) };
  },
  [PAGES.passwordResetToken]: async () => {
    const owner = await createMember(us);
    ok(await us.nobody.post('/v1/reset-password/', { email: owner.email }));
    return { owner, link: await linkTo(owner) };
  },
  [PAGES.secondStepUndo]: async () => {
    const owner = await createMember(us);
    await setUpApp(await us.as(owner));
    return { owner, link: await linkTo(owner) };
  },
  [PAGES.secondStepKeep]: async () => {
    const owner = await resets.createKeyUser();
    ok(await resets.approve(owner, await resets.requested(owner)));
    return { owner, link: await linkTo(owner) };
  },
  [PAGES.emailChange]: async () => {
    const owner = await createMember(us);
    const email = `${randomUUID()}@new.example`;
    ok(await resets.staff.post(`/v1/cs/users/${owner.id}/email-change/`, { email, reason: RESET_REASON }));
    return { owner, link: await linkTo({ email }) };
  },
  [PAGES.shareCase]: async () => {
    const owner = await createUser(us.services);
    const { id } = await createCase(us.services, { author: owner });
    const to = `${randomUUID()}@far.example`;
    const body = wish({ mail: { to, language: 'en' } });
    ok(await (await us.as(owner)).post(`/v1/cases/${id}/share/`, body));
    return { owner, link: await linkTo({ email: to }) };
  },
  [PAGES.deviceConfirmEmail]: async () => {
    const owner = await createUser(us.services);
    const device = await createDevice(us.services, resets.stella);
    const { id } = await createRegistration(us.services, device, owner, { confirmed: false });
    ok(await (await us.as(owner)).post(`/v1/devices/registrations/${id}/mail/`));
    return { owner, link: await linkTo(owner) };
  },
  [PAGES.connectionAccept]: async () => {
    const [owner, opener] = [await createUser(us.services), await createUser(us.services)];
    ok(await ask(us, owner, opener.email));
    return { owner, opener, link: await linkTo(opener) };
  },
  [PAGES.groupAccept]: async () => {
    const { owner, invited } = await invitedPair(us);
    return { owner, opener: invited, link: await linkTo(invited) };
  },
  [PAGES.handoff]: async () => {
    const owner = await createUser(us.services);
    const { id } = await createCase(us.services, { author: owner });
    const reply = await (await us.as(owner)).post('/v1/auth/otp/', { callfrom: 'phone', postId: id });
    return { owner, link: reply.json().url };
  },
};

/** Request that the page of each kind of link sends. */
async function open(page: string, { link, opener }: Mailed, t: TestApp, sid?: string | null) {
  const url = new URL(link, 'http://cusp.example');
  const srv_loc = sid === undefined ? (url.searchParams.get('sid') ?? undefined) : (sid ?? undefined);
  const parts = url.pathname.split('/');
  const [id, token] = [parts.at(-2) ?? '', parts.at(-1) ?? ''];
  const query = srv_loc === undefined ? '' : `srv_loc=${srv_loc}`;
  const post = (path: string, body: object) => t.nobody.post(path, { ...body, srv_loc });
  switch (page) {
    case PAGES.activate:
      return post('/v1/auth/activate/', { uidb64: id, token });
    case PAGES.passwordResetToken:
      return post('/reset_password/validate_token/', { token });
    case PAGES.secondStepUndo:
      return post('/v1/auth/second-step/undo/', { token });
    case PAGES.secondStepKeep:
      return post('/v1/auth/second-step/keep/', { token });
    case PAGES.emailChange:
      return post('/v1/auth/email-change/', { token, agrees: true });
    case PAGES.shareCase:
      return t.nobody.get(`/v1/share/case/?data=${url.hash.slice(1)}&${query}`);
    case PAGES.deviceConfirmEmail:
      return post('/v1/devices/confirm-email/', { rdidb64: id, token });
    case PAGES.connectionAccept:
    case PAGES.groupAccept: {
      const area = page === PAGES.groupAccept ? 'group' : 'connections';
      const client = t === us && opener ? await us.as(opener) : await t.as(await createUser(t.services));
      return client.put(`/v1/${area}/accept/${id}/${token}/?${query}`);
    }
    default:
      return t.nobody.request(
        'POST',
        '/v1/auth/otp/open/',
        { code: url.hash.slice(1) },
        { 'sec-fetch-site': 'same-origin' },
      );
  }
}

const outcome = (reply: { statusCode: number; json(): { code?: string; detail?: string } }) => [
  reply.statusCode,
  reply.json().code,
];
const WRONG = [400, 'server_is_wrong'];
/**
 * The specification requires the region in these links; a phone's code is opened seconds later at the host that shows
 * it.
 */
const NAMES_ALWAYS = new Set<string>([PAGES.deviceConfirmEmail, PAGES.connectionAccept]);
const NAMES_NEVER = new Set<string>([PAGES.handoff]);

test('these tests include every page that is opened by a token', () => {
  const paths = Object.values(PAGES).filter((path) => path.endsWith('/:token'));
  expect(Object.keys(MADE)).toEqual(expect.arrayContaining(paths));
});

describe.each(Object.entries(MADE))('%s', (page, make) => {
  test('a link of a person who moved to the other region answers server_is_wrong', async () => {
    const mailed = await make();
    await leaveFor(us.services, mailed.owner);
    expect(outcome(await open(page, mailed, us))).toEqual(WRONG);
  });

  test('a link works only in its own region and with that region’s name', async () => {
    const mailed = await make();
    if (NAMES_NEVER.has(page)) {
      expect(outcome(await open(page, mailed, eu))).toEqual([410, 'handoff_code_invalid']);
    } else {
      expect(mailed.link).toContain(`sid=${HERE}`);
      const refused = await open(page, mailed, eu);
      expect([...outcome(refused), refused.json().detail]).toEqual([...WRONG, 'server is wrong']);
      for (const sid of [THERE, 'nonsense', `${HERE}A`])
        expect(outcome(await open(page, mailed, us, sid)), sid).toEqual(WRONG);
      if (NAMES_ALWAYS.has(page))
        expect(outcome(await open(page, mailed, us, null))).toEqual([400, 'no_server_location']);
    }
    ok(await open(page, mailed, us));
  });
});

test.each(Object.entries(MADE).filter(([page]) => !NAMES_ALWAYS.has(page) && !NAMES_NEVER.has(page)))(
  '%s of an older mail, without a region, works',
  async (page, make) => {
    ok(await open(page, await make(), us, null));
  },
);

test('a revoked share link of somebody who moved answers server_is_wrong too', async () => {
  const mailed = (await MADE[PAGES.shareCase]?.()) as Mailed;
  await us.services.db
    .updateTable('share_link')
    .set({ revoked_at: new Date() })
    .where('maker_id', '=', mailed.owner.id)
    .execute();
  await leaveFor(us.services, mailed.owner);
  expect(outcome(await open(PAGES.shareCase, mailed, us))).toEqual(WRONG);
});

test('housekeeping leaves requests of people who moved to the other region', async () => {
  const owner = await resets.createKeyUser();
  const email = `${randomUUID()}@new.example`;
  ok(await resets.staff.post(`/v1/cs/users/${owner.id}/email-change/`, { email, reason: RESET_REASON }));
  ok(await resets.approve(owner, await resets.requested(owner)));
  await leaveFor(us.services, owner);
  const due = { due_at: new Date(Date.now() - 1000) };
  await us.services.db.updateTable('step_reset').set(due).where('user_id', '=', owner.id).execute();
  await us.services.db
    .updateTable('email_change')
    .set({ new_agreed_at: new Date(), old_agreed_at: new Date() })
    .where('user_id', '=', owner.id)
    .execute();
  await tidyEmailChanges(us.services);
  await finishStepResets(us.services);
  const left = await us.services.db
    .selectFrom('app_user')
    .innerJoin('step_reset', 'step_reset.user_id', 'app_user.id')
    .innerJoin('email_change', 'email_change.user_id', 'app_user.id')
    .innerJoin('passkey', 'passkey.user_id', 'app_user.id')
    .select([
      'app_user.email_key',
      'step_reset.ended_at as reset_ended',
      'email_change.ended_at as change_ended',
    ])
    .where('app_user.id', '=', owner.id)
    .execute();
  expect(left).toEqual([{ email_key: `guest:${owner.id}`, reset_ended: null, change_ended: null }]);
});
