import { describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { ask as askPartner } from '../../testing/partners.ts';
import { ask, createMember, signIn, signUpForm } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
await createMember(t, { email: 'ada.lovelace@clinic.example' });

/** Spellings that look the same as ada.lovelace@clinic.example, or differ only in case. */
const CASES = ['ADA.LOVELACE@CLINIC.EXAMPLE', 'Ada.Lovelace@Clinic.Example', 'ada.lovelace@CLINIC.example'];
const LOOKALIKES = [
  ['a Cyrillic a', 'аda.lovelace@clinic.example'],
  ['a Cyrillic host', 'ada.lovelace@сlіniс.example'],
  ['a Greek o', 'ada.lοvelace@clinic.example'],
  ['full-width letters', 'ａｄａ.lovelace@clinic.example'],
  ['a full-width at sign', 'ada.lovelace＠clinic.example'],
  ['an ideographic full stop', 'ada.lovelace@clinic。example'],
  ['an invisible letter', 'ada.love\u200blace@clinic.example'],
  ['a soft hyphen', 'ada.love\u00adlace@clinic.example'],
  ['a reading direction', '\u202eada.lovelace@clinic.example'],
  ['a combining mark', 'ada.lovelace\u0307@clinic.example'],
  ['a dotless i', 'ada.lovelace@clınıc.example'],
  ['mathematical letters', '𝐚𝐝𝐚.lovelace@clinic.example'],
] as const;
const OTHER_FORMS = [
  ['quotes', '"ada.lovelace"@clinic.example'],
  ['a comment', 'ada.lovelace(x)@clinic.example'],
  ['a name before it', 'Ada <ada.lovelace@clinic.example>'],
  ['a dot after the host', 'ada.lovelace@clinic.example.'],
  ['two of it', 'ada.lovelace@clinic.example,eve@clinic.example'],
] as const;

let serial = 0;
/** With a separate password: with that of the account it would be the same form again. */
const signUp = async (username: string) => {
  serial += 1;
  const body = await signUpForm(t, { username, password: `three brown molars ${serial}` });
  const reply = await ask(t, { path: '/v1/auth/signup/', body });
  return { status: reply.statusCode, code: reply.json().code };
};
const accounts = async () => (await t.services.db.selectFrom('app_user').select('email').execute()).length;

describe('an address that already has an account', () => {
  test.each(CASES)('a taken address makes no second account as %s', async (spelling) => {
    const before = await accounts();
    expect(await signUp(spelling)).toEqual({ status: 400, code: 'email_taken' });
    expect(await accounts()).toBe(before);
  });

  test.each([...LOOKALIKES, ...OTHER_FORMS])(
    'a taken address makes no second account with %s',
    async (_, spelling) => {
      const before = await accounts();
      expect((await signUp(spelling)).status).toBe(400);
      expect(await accounts()).toBe(before);
    },
  );

  test('concurrent sign-ups with spellings of one address make one account', async () => {
    const spellings = ['grace@clinic.example', 'GRACE@clinic.example', 'Grace@Clinic.Example'];
    const replies = await Promise.all(spellings.map(signUp));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});

test.each(CASES)('%s signs in to the one account', async (spelling) => {
  expect((await signIn(t, spelling)).statusCode).toBe(200);
});

describe('connection requests', () => {
  test.each(CASES)('a partner is asked only once, also as %s', async (spelling) => {
    const me = await createUser(t.services);
    expect((await askPartner(t, me, 'ada.lovelace@clinic.example')).statusCode).toBe(200);
    expect((await askPartner(t, me, spelling)).json().detail).toBe('email already added');
  });

  test.each([...LOOKALIKES, ...OTHER_FORMS])(
    'a connection request to an address with %s is refused',
    async (_, spelling) => {
      const me = await createUser(t.services);
      const reply = await askPartner(t, me, spelling);
      expect(['data invalid', 'email already added']).toContain(reply.json().detail);
      const rows = await t.services.db
        .selectFrom('connection')
        .select('id')
        .where('owner_id', '=', me.id)
        .execute();
      expect(rows).toEqual([]);
    },
  );
});
