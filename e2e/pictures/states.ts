import { PAGES } from '@cusp/contract/pages';
import type { Page } from '@playwright/test';
import { asPerson, DEMO } from '../support/people.ts';
import { SCREENS, type Screen } from './screens.ts';

/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const openViewer = async (page: Page) => {
  await SCREENS.find(({ name }) => name === 'viewer')?.prepare?.(page);
};

/** A menu or a tool of the viewer. */
const inViewer =
  (button: string, item?: string) =>
  async (page: Page): Promise<void> => {
    await openViewer(page);
    const stage = page.getByRole('dialog', { name: '3D viewer' });
    await stage.getByRole('button', { name: button, exact: true }).first().click();
    if (item) await stage.getByRole('menuitemcheckbox', { name: item, exact: true }).click();
  };

const viewer = (name: string, button: string, item?: string): Screen => ({
  name: `viewer-${name}`,
  title: '',
  person: DEMO.dentist,
  path: `${PAGES.cases}?status=Closed`,
  prepare: inViewer(button, item),
});

/** Gives a person a template to manage, unless they have one. */
async function withTemplate(person: string): Promise<string> {
  const { templates } = await asPerson<{ templates: { is_mine: boolean }[] }>(
    person,
    'GET',
    '/user/templates/',
  );
  const fields = { recipientId: null, restorations: [], note: 'Check the bite.' };
  if (!templates.some(({ is_mine }) => is_mine))
    await asPerson(person, 'POST', '/user/templates/', { name: 'Night guard', fields, is_shared: true });
  return PAGES.newCase;
}

/** States that take several steps to reach, for the check by axe. */
export const STATES: readonly Screen[] = [
  viewer('tools', 'Tools'),
  viewer('layers', 'Layers and opacity'),
  viewer('distance', 'Tools', 'Measure a distance'),
  viewer('section', 'Tools', 'Section'),
  {
    ...viewer('undercut', 'Tools', 'Undercuts'),
    async prepare(page) {
      await inViewer('Tools', 'Undercuts')(page);
      await page.getByRole('progressbar', { name: 'Working it out' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'manage-templates',
    title: '',
    person: DEMO.dentist,
    path: () => withTemplate(DEMO.dentist),
    async prepare(page) {
      await page.getByRole('button', { name: 'Templates' }).click();
      await page.getByRole('menuitem', { name: 'Manage templates' }).click();
      await page.getByRole('dialog', { name: 'Manage templates' }).waitFor();
    },
  },
  {
    name: 'crop-of-picture',
    title: '',
    person: DEMO.dentist,
    path: PAGES.profile,
    async prepare(page) {
      const buffer = Buffer.from(PICTURE, 'base64');
      await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      await page.getByRole('dialog', { name: 'Crop picture' }).waitFor();
    },
  },
  {
    name: 'code-of-phone',
    title: '',
    person: DEMO.dentist,
    path: PAGES.profile,
    async prepare(page) {
      await page.getByRole('textbox', { name: /^Phone/ }).fill('+49 89 1234567');
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('dialog', { name: 'Verify your phone number' }).waitFor();
    },
  },
];
