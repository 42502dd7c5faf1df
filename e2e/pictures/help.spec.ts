import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from '@cusp/contract/pages';
import { LANGUAGES } from '@cusp/text/languages';
import { type Page, test } from '@playwright/test';
import { textsOf } from '../support/languages.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { settle, takePicture } from './picture.ts';

const FOLDER = join(import.meta.dirname, '../../web/src/features/help/pictures');
const WORDS = (process.env.SCREENS_ONLY ?? '').split(',').filter(Boolean);
/** Size of a picture in the articles. */
const SIZE = { width: 1120, height: 700 };

type Text = (key: string) => string;

interface Picture {
  name: string;
  person: string;
  path: string;
  prepare?(page: Page, t: Text): Promise<unknown>;
}

/** Shows the cases in another layout, which the browser keeps. */
const layout = (name: string) => async (page: Page, t: Text) => {
  await page
    .getByText(t(`cases.layouts.${name}`), { exact: true })
    .first()
    .click({ force: true });
  if (name !== 'list') await page.locator('[data-card]').first().waitFor();
};

async function orderCrown(page: Page, t: Text): Promise<void> {
  const tooth = t('dental.toothName')
    .replace('{{quadrant}}', t('dental.quadrants.upper.right'))
    .replace('{{kind}}', t('dental.kinds.permanent.firstMolar'));
  await page
    .getByRole('gridcell', { name: new RegExp(`^${tooth}`, 'i') })
    .first()
    .click();
  await page
    .getByRole('button', { name: t('dental.types.crown'), exact: true })
    .first()
    .click();
  await page
    .getByRole('option', { name: t('dental.materials.zirconia'), exact: true })
    .first()
    .click();
  await page.keyboard.press('Escape');
}

async function openCase(page: Page): Promise<void> {
  await page.locator('a[href^="/cases/"][href*="-"]').first().click();
  await page.getByRole('article').first().waitFor();
}

async function openViewer(page: Page, t: Text): Promise<void> {
  await page
    .getByRole('button', { name: t('viewer.show3d') })
    .first()
    .click();
  const layer = new RegExp(t('viewer.showLayer').replace('{{name}}', '.+'));
  await page
    .getByRole('dialog', { name: t('viewer.title') })
    .getByRole('button', { name: layer })
    .first()
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(4_000);
}

const PICTURES: readonly Picture[] = [
  { name: 'dashboard', person: DEMO.lab, path: PAGES.dashboard },
  { name: 'cases', person: DEMO.lab, path: PAGES.cases, prepare: layout('list') },
  { name: 'case', person: DEMO.lab, path: PAGES.cases, prepare: openCase },
  { name: 'board', person: DEMO.lab, path: PAGES.cases, prepare: layout('board') },
  { name: 'calendar', person: DEMO.lab, path: PAGES.cases, prepare: layout('calendar') },
  { name: 'new-case', person: DEMO.dentist, path: PAGES.newCase, prepare: orderCrown },
  { name: 'viewer', person: DEMO.dentist, path: `${PAGES.cases}?status=Closed`, prepare: openViewer },
];

/** Pictures of the help, in every language; `npm run screens -- help` takes only these. */
for (const person of [DEMO.lab, DEMO.dentist])
  test(`help of ${person}`, async ({ browser }) => {
    test.skip(WORDS.length > 0 && !WORDS.includes('help'), 'only with the help');
    test.setTimeout(900_000);
    const { context, page } = await signIn(browser, person);
    await page.setViewportSize(SIZE);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    for (const language of LANGUAGES) {
      const texts = textsOf(language);
      const t: Text = (key) => texts.get(key) ?? key;
      await context.addCookies([{ name: 'cusp_language', value: language, url: url('/') }]);
      mkdirSync(join(FOLDER, language), { recursive: true });
      for (const { name, path, prepare } of PICTURES.filter((picture) => picture.person === person)) {
        await page.goto(url(path));
        await settle(page);
        if (prepare) {
          await prepare(page, t);
          await settle(page);
        }
        await takePicture(page, join(FOLDER, language, `${name}.webp`));
      }
    }
    await context.close();
  });
