import type { Browser, BrowserContext, Page } from '@playwright/test';

export const url = (path: string): string => `${process.env.CUSP_URL}${path}`;

/** Password of everybody in the demo practice. */
export const DEMO_PASSWORD = 'cusp-demo-2026';

export const DEMO = {
  dentist: 'anna.berg@cusp.example',
  colleague: 'paul.weiss@cusp.example',
  lab: 'lena.hoff@cusp.example',
  technician: 'marco.rossi@cusp.example',
} as const;

export interface Person {
  context: BrowserContext;
  page: Page;
}

interface Visit {
  password?: string;
  /** The page to begin at; null opens none. */
  at?: string | null;
}

/** Somebody at a browser of their own who has signed in, as the form would: the form has journeys of its own. */
export async function signIn(
  browser: Browser,
  username: string,
  { password = DEMO_PASSWORD, at = '/' }: Visit = {},
): Promise<Person> {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    storageState: await signedIn(browser, username, password),
  });
  const page = await context.newPage();
  if (at !== null) await page.goto(url(at));
  return { context, page };
}

/** What a browser keeps of a sign-in: the cookie of the session, and whose it is. */
async function signedIn(browser: Browser, username: string, password: string) {
  const context = await browser.newContext();
  const reply = await context.request.post(url('/heclore/v1/auth/login/'), { data: { username, password } });
  const { uid } = (await reply.json()) as { uid: string };
  const { cookies } = await context.storageState();
  await context.close();
  const user = JSON.stringify({ id: Number(atob(uid)), name: username });
  const localStorage = [{ name: 'cusp.my.user', value: user }];
  return { cookies, origins: [{ origin: url(''), localStorage }] };
}

/** The newest mail to an address, as the local outbox holds it; `subject` narrows it down. */
export async function newestMail(
  to: string,
  subject = /./,
): Promise<{ subject: string; text: string; html: string }> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
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
