import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { signInAt, url } from '../support/people.ts';
import { DIALOGS } from './dialogs.ts';
import { forgetLayout, settle } from './picture.ts';
import { SCREENS } from './screens.ts';
import { STATES } from './states.ts';

const WORDS = (process.env.SCREENS_ONLY ?? '').split(',').filter(Boolean);
const SCHEMES = ['light', 'dark'] as const;

/** A menu above a page is outside of its landmarks, which is fine. */
const ABOVE = { without: ['region'] };

const above = [...DIALOGS, ...STATES];
const wanted = [...SCREENS, ...above].filter(
  ({ name }) => WORDS.length === 0 || WORDS.some((word) => name.includes(word)),
);

interface Skin {
  key: string;
  /** Custom properties with their colours. */
  colours: Record<string, string>;
}
let skins: Skin[] = [];

/** A context for each person, so that each signs in once. */
const contexts = new Map<string, BrowserContext>();

test.beforeAll(async () => {
  skins = (await (await fetch(url('/dev/skins.json'))).json()) as Skin[];
});

test.afterAll(async () => {
  for (const context of contexts.values()) await context.close();
});

/** Gives the page the colours of a skin; axe sees no other difference between skins. */
const wear = (page: Page, { colours }: Skin) =>
  page.evaluate((all) => {
    for (const [name, colour] of Object.entries(all))
      document.documentElement.style.setProperty(name, colour);
  }, colours);

for (const { name, person = '', path, prepare } of wanted)
  test(name, async ({ browser }) => {
    let context = contexts.get(person);
    if (!context) {
      context = await browser.newContext({ reducedMotion: 'reduce' });
      contexts.set(person, context);
      if (person) {
        const page = await context.newPage();
        await signInAt(page, /^(stella|dana)\./.test(person) ? '/adm' : '/login', person.replace(/@.*/, ''));
        await page.waitForURL((address) => !/\/(adm|login)$/.test(address.pathname));
        await page.close();
      }
    }
    const page = await context.newPage();
    await page.addInitScript(forgetLayout);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url(typeof path === 'string' ? path : await path()));
    await settle(page);
    if (prepare) {
      await prepare(page);
      await settle(page);
    }
    const whole = above.some((dialog) => dialog.name === name) ? ABOVE : {};
    const found: Record<string, string[]> = {};
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const [at, skin] of skins.entries()) {
        await wear(page, skin);
        const lines = await findings(page, at === 0 ? whole : { only: ['color-contrast'] });
        if (lines.length > 0) found[`${colorScheme} ${skin.key}`] = lines;
      }
    }
    await page.close();
    expect(found).toEqual({});
  });
