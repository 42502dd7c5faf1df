import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { ask, signUpForm } from './sign-in.ts';
import { openTestApp } from './test-app.ts';

type Fields = Record<string, string | Blob>;

/** Set-up for tests of sign-up: an application, and an unused address for each test. */
export async function openSignUp() {
  const t = await openTestApp();
  const newcomer = { username: '' };
  let serial = 0;
  beforeEach(() => {
    serial += 1;
    newcomer.username = `newcomer${serial}@clinic.example`;
  });
  const formWith = (fields: Fields = {}) => signUpForm(t, { ...newcomer, ...fields });
  const send = (form: FormData, headers: Record<string, string> = {}) =>
    ask(t, { path: '/v1/auth/signup/', body: form, headers });
  return {
    t,
    newcomer,
    formWith,
    send,
    signUp: async (fields: Fields = {}) => send(await formWith(fields)),
    accounts: () => t.services.db.selectFrom('app_user').select('email').execute(),
    pictures: () => readdir(join(t.services.config.dataDir, 'files', 'pictures')).catch(() => []),
  };
}
