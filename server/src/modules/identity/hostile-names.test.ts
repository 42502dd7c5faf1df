import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outboxDir } from '../../platform/mail/transport.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { ask as askPartner } from '../../testing/partners.ts';
import { ask, formOf, newestMailTo, signUpForm } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ work: true });

const PROFILE = { last_name: 'Lovelace', role: 'Dental Clinic', country: 'DE' };
/** Line breaks that forms accept because only some programs treat them as such. */
const SLY = [
  'Eve\u2028Bcc: all@clinic.example',
  'Eve\u2029\u2029<b>Hello</b>',
  'Eve =?utf-8?q?=0ABcc:_all?=',
];
const OURS = new Set(
  ['from', 'to', 'subject', 'auto-submitted', 'message-id', 'date', 'mime-version'].concat([
    'content-type',
    'content-transfer-encoding',
  ]),
);

/** The head of the newest mail to an address as sent: its header names, and one recipient. */
async function expectPlainHead(to: string): Promise<void> {
  const { id } = await newestMailTo(t, to);
  const eml = await readFile(join(outboxDir(t.services.config), `${id}.eml`), 'utf8');
  const head = (eml.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const names = head.map((line) => (line.split(':')[0] ?? '').toLowerCase());
  expect(names.filter((name) => !OURS.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(head.find((line) => /^to:/i.test(line))).toMatch(new RegExp(`^To: <?${to}>?$`));
}

describe('a name that tries to inject a mail header', () => {
  test.each(['\r\n', '\n', '\r', '\u0085', '\u0000', '\v'])(
    'a name with the character %j is refused',
    async (character) => {
      const name = `Eve${character}Bcc: all@clinic.example`;
      for (const field of ['first_name', 'last_name', 'institution']) {
        const form = await signUpForm(t, { [field]: name, 'g-recaptcha-response': 'unused' });
        const reply = await ask(t, { path: '/v1/auth/signup/', body: form });
        expect(reply.statusCode).toBe(400);
        expect(reply.json().errors[0]).toMatchObject({ field });
        const person = await t.as(await createUser(t.services));
        const edited = await person.put(
          '/v1/user/edit/',
          formOf({ first_name: 'Ada', ...PROFILE, [field]: name }),
        );
        expect(edited.json().errors[0]).toMatchObject({ field });
      }
    },
  );

  test.each(SLY)('a name stays text in the activation mail: %j', async (name) => {
    const to = `eve${SLY.indexOf(name)}@clinic.example`;
    const form = await signUpForm(t, { username: to, first_name: name });
    expect((await ask(t, { path: '/v1/auth/signup/', body: form })).statusCode).toBe(200);
    await expectPlainHead(to);
    expect((await newestMailTo(t, to)).html).not.toContain('<b>Hello');
  });

  test.each(SLY)('a name stays text in the subject of a request and an invitation: %j', async (name) => {
    const eve = await createUser(t.services);
    const client = await t.as(eve);
    const form = formOf({ ...PROFILE, first_name: name, institution: name });
    expect((await client.put('/v1/user/edit/', form)).statusCode).toBe(200);
    const asked = `asked${SLY.indexOf(name)}@clinic.example`;
    expect((await askPartner(t, eve, asked)).statusCode).toBe(200);
    await expectPlainHead(asked);
    expect((await newestMailTo(t, asked)).subject).not.toMatch(/[\u2028\u2029]/);
    const group = await createGroup(t.services, eve);
    expect((await client.put(`/v1/group/${group.id}/edit/`, { name })).statusCode).toBe(200);
    const invited = `invited${SLY.indexOf(name)}@clinic.example`;
    const reply = await client.post(`/v1/group/${group.id}/request/0/`, { email: invited });
    expect(reply.statusCode, reply.body).toBe(200);
    await expectPlainHead(invited);
  });
});
