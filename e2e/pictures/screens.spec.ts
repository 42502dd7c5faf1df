import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test } from '@playwright/test';
import { signInAt, url } from '../support/people.ts';
import { forgetLayout, settle, takePicture } from './picture.ts';
import { SCREENS, type Screen } from './screens.ts';

const FOLDER = process.env.SCREENS_DIR || join(import.meta.dirname, '../../docs/screens');
const SCHEME = process.env.SCREENS_SCHEME === 'dark' ? 'dark' : 'light';
const LANGUAGE = process.env.SCREENS_LANGUAGE ?? 'en';
const WORDS = (process.env.SCREENS_ONLY ?? '').split(',').filter(Boolean);
/** Width and height of a laptop, a tablet and a phone. */
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;

const wanted = SCREENS.filter(({ name }) => WORDS.length === 0 || WORDS.some((word) => name.includes(word)));
const widthsOf = ({ widths }: Screen) => SIZES.filter(([width]) => widths?.includes(width) ?? true);

/** A context for each person, so that each signs in once. */
const contexts = new Map<string, BrowserContext>();

test.beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
});

test.afterAll(async () => {
  for (const context of contexts.values()) await context.close();
});

for (const screen of wanted)
  test(screen.name, async ({ browser }) => {
    const { person = '' } = screen;
    let context = contexts.get(person);
    if (!context) {
      context = await browser.newContext({ colorScheme: SCHEME, reducedMotion: 'reduce' });
      await context.addCookies([{ name: 'cusp_language', value: LANGUAGE, url: url('/') }]);
      contexts.set(person, context);
      if (person) {
        const page = await context.newPage();
        const isStaff = /^(stella|dana)\./.test(person);
        await signInAt(page, isStaff ? '/adm' : '/login', person.replace(/@.*/, ''));
        await page.waitForURL((address) => !/\/(adm|login)$/.test(address.pathname));
        await page.close();
      }
    }
    const path = typeof screen.path === 'string' ? screen.path : await screen.path();
    for (const [width, height] of widthsOf(screen)) {
      const page = await context.newPage();
      await page.addInitScript(forgetLayout);
      await page.setViewportSize({ width, height });
      await page.goto(url(path));
      await settle(page);
      if (screen.prepare) {
        await screen.prepare(page);
        await settle(page);
      }
      await takePicture(page, join(FOLDER, `${screen.name}-${width}.webp`));
      await page.close();
    }
  });

test('index', () => {
  test.skip(WORDS.length > 0, 'only with all screens');
  const names = wanted.flatMap((screen) => widthsOf(screen).map(([width]) => `${screen.name}-${width}.webp`));
  for (const file of readdirSync(FOLDER))
    if (file.endsWith('.webp') && !names.includes(file)) rmSync(join(FOLDER, file));
  const picture = ({ name, title }: Screen, width: number) =>
    `[![${title} at ${width} px](${name}-${width}.webp)](${name}-${width}.webp)`;
  const rows = wanted.map((screen) => {
    const cells = SIZES.map(([width]) =>
      widthsOf(screen).some(([own]) => own === width) ? picture(screen, width) : '',
    );
    return `| ${screen.title} | ${cells.join(' | ')} |`;
  });
  const head = SIZES.map(([width]) => `${width} px`).join(' | ');
  writeFileSync(
    join(FOLDER, 'README.md'),
    `# Pictures of all screens\n\nMade with the demo practice by \`npm run screens\`; do not edit.\n\n| Screen | ${head} |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`,
  );
});
