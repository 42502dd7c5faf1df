import { readFile } from 'node:fs/promises';
import { AGREEMENT_KINDS } from '@cusp/contract/agreements.routes';
import { LANGUAGES } from '@cusp/text/languages';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { agreementsAskedFor } from '../../agreements.ts';
import { createUser } from '../../testing/factories.ts';
import { auditOf } from '../../testing/sign-in.ts';
import { openFreshSides, waitingJobs } from '../../testing/two-sides.ts';
import { announceAgreements } from './announce-agreements.ts';
import { NotPublished, publishAgreement, publishedVersions } from './publish-agreement.ts';

const { t, people, newCase } = await openFreshSides();
const { db } = t.services;
type Client = Awaited<ReturnType<typeof t.as>>;

afterEach(async () => {
  await sql`delete from agreement_acceptance`.execute(db);
  await sql`delete from agreement_version`.execute(db);
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
const publish = (
  kind: 'terms' | 'dpa',
  name: string,
  days: number,
  texts = { en: `# ${kind} ${name}`, de: `# ${kind} ${name}, deutsch` },
) =>
  publishAgreement(t.services, {
    kind,
    name,
    texts: new Map(Object.entries(texts)),
    requiredFrom: inDays(days),
    asTemplate: false,
  });
const shown = async (client: Client, language = 'en') =>
  (await client.get(`/v1/user/agreements/?language=${language}`)).json();
const accept = (client: Client, { kind, text_hash }: { kind: string; text_hash: string }) =>
  client.post('/v1/user/agreements/', { kind, text_hash });
const limitsOf = async (client: Client) => (await client.get('/v1/auth/check/')).json().session.agreements;
const acceptAll = async (client: Client) => {
  const { open } = await shown(client);
  for (const each of open.filter(({ party }: { party: string | null }) => party === null))
    expect((await accept(client, each)).statusCode).toBe(200);
};

describe('accepting is refused', () => {
  test('accepting is refused for visitors, for a text that is not in force, and for members of a group who are not its owner', async () => {
    await publish('terms', '1', 30);
    await publish('dpa', '1', 30);
    const member = await t.as(people.authorMate);
    const { open } = await shown(member);
    expect(
      open.map(({ kind, party }: { kind: string; party: string | null }) => [kind, party !== null]),
    ).toEqual(
      expect.arrayContaining([
        ['terms', false],
        ['dpa', true],
      ]),
    );
    const [terms] = open.filter(({ kind }: { kind: string }) => kind === 'terms');
    const [dpa] = open.filter(({ kind }: { kind: string }) => kind === 'dpa');
    expect((await t.nobody.post('/v1/user/agreements/', terms)).statusCode).toBe(401);
    expect((await accept(member, dpa)).json().code).toBe('privacy_owner_only');
    expect((await accept(member, { ...terms, kind: 'dpa' })).json().code).toBe('privacy_owner_only');
    expect((await accept(await t.as(people.author), { ...terms, kind: 'dpa' })).json().code).toBe(
      'agreement_changed',
    );
    await publish('terms', '2', 30);
    expect((await accept(member, terms)).json().code).toBe('agreement_changed');
    expect(await db.selectFrom('agreement_acceptance').select('id').execute()).toEqual([]);
  });

  test('accepting is refused of another practice, whose texts cannot be read either', async () => {
    await publish('dpa', '1', 30);
    await acceptAll(await t.as(people.author));
    const { id } = await db.selectFrom('agreement_acceptance').select('id').executeTakeFirstOrThrow();
    const stranger = await t.as(people.recipient);
    expect((await stranger.get(`/v1/user/agreements/${id}/`)).statusCode).toBe(404);
    expect((await shown(stranger)).accepted).toEqual([]);
    const support = await t.nobody.get(`/v1/user/agreements/${id}/`);
    expect(support.statusCode).toBe(401);
  });
});

describe('publishing is refused', () => {
  const texts = (text: string) => ({ en: text });
  test.each([
    ['a template', texts('[TEMPLATE – not reviewed]\n# Terms'), 'template'],
    ['blanks', texts('# Terms of [[company]]'), 'blanks'],
    ['an empty text', texts(' \n'), 'empty'],
    ['no text', {}, 'no text'],
    ['a binary file', texts('\uFFFD\uFFFD'), 'UTF-8'],
    ['the same text twice', { en: 'Terms', de: 'Terms' }, 'same text'],
  ])('publishing is refused with %s', async (_, given, message) => {
    await expect(publish('terms', '1', 1, given as never)).rejects.toThrow(message);
    expect(await publishedVersions(t.services)).toEqual([]);
  });

  test('publishing is refused for a name or a text that was published, also by two at once, and for templates in production', async () => {
    const outcomes = await Promise.allSettled([publish('terms', '1', 1), publish('terms', '1', 1)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(publish('terms', '2', 1, { en: '# terms 1', de: 'new' })).rejects.toThrow(
      'would not be asked',
    );
    const production = { ...t.services, config: { ...t.services.config, production: true } };
    const template = {
      kind: 'dpa',
      name: '1',
      texts: new Map([['en', '[TEMPLATE]']]),
      requiredFrom: inDays(1),
      asTemplate: true,
    } as const;
    await expect(publishAgreement(production, template)).rejects.toThrow(NotPublished);
    await publishAgreement(t.services, template);
    expect((await shown(await t.as(people.author))).open).toContainEqual(
      expect.objectContaining({ kind: 'dpa', is_template: true }),
    );
  });

  test.each(AGREEMENT_KINDS)(
    'as it comes with Cusp: the template of %s, the same in each language',
    async (kind) => {
      const texts = new Map<string, string>();
      for (const language of LANGUAGES)
        texts.set(
          language,
          await readFile(`${import.meta.dirname}/../../../agreements/${kind}/${language}.md`, 'utf8'),
        );
      const clauses = (text = '') => text.match(/^(# )?\d+(\.\d+)?/gm);
      for (const text of texts.values()) expect(clauses(text)).toEqual(clauses(texts.get('en')));
      for (const [language, text] of texts)
        await expect(publish(kind, '1', 1, { [language]: text } as never), language).rejects.toThrow(
          'template',
        );
    },
  );

  test('publishing is refused for arguments that say nothing clear', () => {
    const now = new Date('2026-11-25T13:00:00Z');
    for (const args of [
      [],
      ['list', 'all'],
      ['publish', 'cookies', 'x', '--version', '1'],
      ['publish', 'terms', 'x'],
      ['publish', 'terms', 'x', '--version', '1', '--from', '2026-02-30'],
    ])
      expect(agreementsAskedFor(args, now)).toBeNull();
    expect(agreementsAskedFor(['publish', 'dpa', 'folder', '--version', '1'], now)).toMatchObject({
      kind: 'dpa',
      from: 'folder',
      name: '1',
      requiredFrom: new Date('2026-12-25T00:00:00Z'),
      asTemplate: false,
    });
  });
});

test('people who have not accepted can work until the required day, which they see; then they can only read and export', async () => {
  const client = await t.as(people.author);
  const { id } = await newCase();
  expect(await limitsOf(client)).toBeUndefined();
  await publish('terms', '1', 1);
  await publish('dpa', '1', 2);
  const limits = await limitsOf(client);
  expect(limits).toMatchObject({ is_overdue: false, party: null });
  expect(Math.round((Date.parse(limits.due) - Date.now()) / 3_600_000)).toBe(24);
  expect((await client.post(`/v1/cases/${id}/comment/`, { comment: 'still open' })).statusCode).toBe(200);

  await sql`update agreement_version set required_from = now() - interval '1 minute' where kind = 'dpa'`.execute(
    db,
  );
  // Another person, because this process caches that session for ten seconds.
  const late = await t.as(people.recipient);
  expect(await limitsOf(late)).toMatchObject({ is_overdue: true });
  const refused = await late.post(`/v1/cases/${id}/comment/`, { comment: 'too late' });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'agreement_needed']);
  expect((await late.post('/v1/drafts/', {})).json().code).toBe('agreement_needed');
  expect((await late.get(`/v1/cases/${id}/comments/`)).json().comments).toHaveLength(1);
  expect((await late.post('/v1/privacy/exports/', { scope: 'practice' })).statusCode).toBe(200);
  expect((await late.post(`/v1/cases/${id}/files/download/`, {})).statusCode).not.toBe(403);
  expect((await late.post('/v1/user/closing/', { code: 'nonsense' })).json().code).toBe('group_has_members');

  const { practice, open } = await shown(late, 'de');
  expect(practice).not.toBe('');
  const [dpa] = open;
  expect(dpa).toMatchObject({
    kind: 'dpa',
    language: 'de',
    languages: ['de', 'en'],
    text: '# dpa 1, deutsch',
  });
  expect(
    (await Promise.all([accept(late, dpa), accept(late, dpa)])).map(({ statusCode }) => statusCode),
  ).toEqual([200, 200]);
  expect((await late.post(`/v1/cases/${id}/comment/`, { comment: 'again' })).statusCode).toBe(200);
  const { accepted, open: left } = await shown(late);
  expect(left).toMatchObject([{ kind: 'terms' }]);
  expect(accepted).toMatchObject([
    { kind: 'dpa', version: '1', language: 'de', text_hash: dpa.text_hash, is_current: true, party: null },
  ]);
  await publish('dpa', '2', 30);
  expect((await shown(late)).accepted).toMatchObject([{ version: '1', is_current: false }]);
  expect((await late.get(`/v1/user/agreements/${accepted[0].id}/`)).json().text).toBe('# dpa 1, deutsch');
  expect(
    (await auditOf(t, people.recipient.id)).filter((action) => action === 'agreement_accepted'),
  ).toHaveLength(1);
  expect(await publishedVersions(t.services)).toMatchObject([
    { kind: 'dpa', name: '2', accepted: 0 },
    { kind: 'dpa', name: '1', accepted: 1 },
    { kind: 'terms', accepted: 0 },
  ]);
});

test('a new account needs them at once, texts in another language included', async () => {
  await publish('terms', '1', 30, { ko: '이용 약관' } as never);
  const client = await t.as(await createUser(t.services));
  expect(await limitsOf(client)).toMatchObject({ is_overdue: true });
  expect((await client.post('/v1/drafts/', {})).json().code).toBe('agreement_needed');
  expect((await shown(client)).open).toMatchObject([{ language: 'ko', text: '이용 약관' }]);
  await acceptAll(client);
  expect(await limitsOf(client)).toBeUndefined();
});

test('an agreement that the owner concluded counts for the group, whose members see it, and not for people who leave', async () => {
  await publish('dpa', '1', 0);
  await sql`update agreement_version set required_from = now() - interval '1 minute'`.execute(db);
  const member = await t.as(people.authorMate);
  const { party } = await limitsOf(member);
  expect(party).toContain(people.author.last_name);
  // Terms that the member has time to accept do not change who the others wait for.
  await publish('terms', '1', 30);
  expect(await limitsOf(member)).toMatchObject({ is_overdue: true, party });
  await acceptAll(member);
  expect((await member.post('/v1/drafts/', {})).json().code).toBe('agreement_needed');
  await acceptAll(await t.as(people.author));
  expect((await member.post('/v1/drafts/', {})).statusCode).not.toBe(403);
  const { accepted } = await shown(member);
  expect(accepted).toMatchObject([
    { kind: 'dpa', party: expect.stringContaining(people.author.last_name) },
    { kind: 'terms', party: null },
  ]);
  expect((await member.get(`/v1/user/agreements/${accepted[0].id}/`)).json().text).toBe('# dpa 1');
  await sql`delete from group_member where user_id = ${people.authorMate.id}`.execute(db);
  const alone = await t.as(people.authorMate);
  expect(await limitsOf(alone)).toMatchObject({ is_overdue: true, party: null });
  expect((await shown(alone)).accepted).toMatchObject([{ kind: 'terms' }]);
});

test('guests are asked at home, not here', async () => {
  await publish('terms', '1', 0);
  await sql`update agreement_version set required_from = now() - interval '1 minute'`.execute(db);
  const guest = await t.asGuest(await createUser(t.services, { presence: 'guest' }));
  expect(await limitsOf(guest)).toBeUndefined();
});

test('without an agreement people can still end a group, a connection, a move and a change of their address', async () => {
  await publish('dpa', '1', 0);
  await sql`update agreement_version set required_from = now() - interval '1 minute'`.execute(db);
  const late = await t.as(people.author);
  const ends = [
    '/v1/group/users/9999999/remove/',
    '/v1/group/9999999/remove/',
    '/v1/connections/9999999/remove/',
    '/v1/auth/email-change/',
    '/v1/user/migration/',
  ];
  const closed = [];
  for (const path of ends)
    if ((await late.delete(path)).json().code === 'agreement_needed') closed.push(path);
  expect(closed).toEqual([]);
  expect((await late.post('/v1/drafts/', {})).json().code).toBe('agreement_needed');
});

test('a new version is mailed once to everybody who has to accept it, some at a time', async () => {
  await publish('dpa', '1', 30);
  await publish('terms', '1', 30);
  const [owner, mate] = [people.author, people.authorMate];
  await acceptAll(await t.as(people.recipient));
  const blocked = await createUser(t.services);
  await sql`update app_user set created_at = now() - interval '1 day', blocked_at = case when id = ${blocked.id} then now() end,
    blocked_by = case when id = ${blocked.id} then id end, block_reason = case when id = ${blocked.id} then 'x' else '' end`.execute(
    db,
  );
  const mailed = async () =>
    (await waitingJobs(t, 'mail'))
      .filter(({ template }) => /^(terms|dpa)-published$/.test(String(template)))
      .map(({ template, userId }) => `${template} ${userId}`);
  await Promise.all([announceAgreements(t.services, 2), announceAgreements(t.services, 2)]);
  expect(new Set(await mailed()).size).toBe((await mailed()).length);
  const { open } = await db
    .selectFrom('agreement_version')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('announced_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(open).toBeGreaterThan(0);
  for (let run = 0; run < 100; run += 1) await announceAgreements(t.services, 2);
  const all = await mailed();
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(
    expect.arrayContaining([
      `terms-published ${owner.id}`,
      `dpa-published ${owner.id}`,
      `terms-published ${mate.id}`,
    ]),
  );
  const not = [
    `dpa-published ${mate.id}`,
    `terms-published ${people.recipient.id}`,
    `dpa-published ${people.recipient.id}`,
    `terms-published ${blocked.id}`,
  ];
  expect(all.filter((mail) => not.includes(mail))).toEqual([]);
  await announceAgreements(t.services);
  expect(await mailed()).toEqual(all);
});
