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

/** Somebody at a browser of their own, signed in through the form. */
export async function signIn(browser: Browser, email: string, password = DEMO_PASSWORD): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url('/login'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((to) => !to.pathname.startsWith('/login'));
  return { context, page };
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
