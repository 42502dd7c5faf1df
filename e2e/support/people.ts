import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, type Page, request } from '@playwright/test';
import { type Remembered, takeBrowser } from './browsers.ts';

export const url = (path: string): string => `${process.env.CUSP_URL}${path}`;

/** A unique name per attempt, so that data of an earlier one is not found. */
export const uniqueName = (name: string): string => `${name} ${randomUUID().slice(0, 4)}`;

/** Password of everybody in the demo practice. */
export const DEMO_PASSWORD = 'cusp-demo-2026';

export const DEMO = {
  dentist: 'anna.berg@cusp.example',
  colleague: 'paul.weiss@cusp.example',
  lab: 'lena.hoff@cusp.example',
  technician: 'marco.rossi@cusp.example',
  secondLab: 'minjun.kim@cusp.example',
  /** A clinic whose cases at the lab only one journey changes. */
  secondDentist: 'emily.carter@cusp.example',
} as const;

export interface Person {
  context: BrowserContext;
  page: Page;
}

interface Visit {
  password?: string;
  /** The page to open; without it no page is loaded. */
  at?: string;
}

/**
 * A signed-in person with their own browser context. Signs in through the API, because the form has its own journeys.
 */
export async function signIn(
  browser: Browser,
  username: string,
  { password = DEMO_PASSWORD, at }: Visit = {},
): Promise<Person> {
  const context = await takeBrowser(browser, await signedIn(username, password));
  const page = await context.newPage();
  if (at) await page.goto(url(at));
  return { context, page };
}

/** Signs in a person of the demo with the form of an area. */
export async function signInAt(page: Page, path: '/adm' | '/login', name: string): Promise<void> {
  await page.goto(url(path));
  await page.getByLabel('Email').fill(`${name}@cusp.example`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Calls the API for a person without a page; throws if it refuses. */
export async function asPerson<T>(
  username: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<T> {
  const api = await request.newContext();
  const ask = async (how: string, where: string, data?: object, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    const reply = await api.fetch(url(`/heclore/v1${where}`), { method: how, data, headers });
    if (!reply.ok()) throw new Error(`${how} ${where} answered ${reply.status()}`);
    return reply.json();
  };
  const { access } = await ask('POST', '/auth/login/', { username, password: DEMO_PASSWORD });
  const answer = await ask(method, path, body, access);
  await api.dispose();
  return answer as T;
}

/** The stored state of a sign-in: the session cookie and the user. */
async function signedIn(username: string, password: string): Promise<Remembered> {
  const api = await request.newContext();
  const reply = await api.post(url('/heclore/v1/auth/login/'), { data: { username, password } });
  const { uid } = (await reply.json()) as { uid: string };
  const { cookies } = await api.storageState();
  await api.dispose();
  const user = { id: Number(atob(uid)), name: username };
  return { cookies, stored: { 'cusp.my.user': JSON.stringify(user) } };
}

/** The newest mail to an address in the local outbox; `subject` narrows it down. */
export async function newestMail(
  to: string,
  subject = /./,
): Promise<{ subject: string; text: string; html: string }> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const reply = await fetch(url('/dev/outbox.json'));
    const { mails } = (await reply.json()) as {
      mails: { to: string; subject: string; text: string; html: string }[];
    };
    const mail = mails.find((each) => each.to.includes(to) && subject.test(each.subject));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`no mail for ${to}`);
}
