import { expect, type Locator, test } from '@playwright/test';
import { jaws, type LocalFile } from '../support/files.ts';
import { DEMO, signIn, url } from '../support/people.ts';

/** Drops files from outside the page, as the browser tells it to the page. */
async function drop(onto: Locator, files: readonly LocalFile[]): Promise<void> {
  const transfer = await onto.page().evaluateHandle(
    (sent) => {
      const data = new DataTransfer();
      for (const { name, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await onto.dispatchEvent(event, { dataTransfer: transfer });
}

test('a file that is dropped on a case is added once, on the field for files and beside it', async ({
  browser,
}) => {
  const { context, page } = await signIn(browser, DEMO.dentist);
  await page.goto(url('/cases?status=Open'));
  const opened = page.getByRole('article');
  const uploads = opened.getByRole('region', { name: 'Uploads' });
  const [upper, lower] = jaws(7, 500);
  await drop(opened.getByRole('button', { name: 'Drop files here or choose them' }), [upper]);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  await uploads.getByRole('button', { name: 'Dismiss' }).click();
  await drop(opened.getByRole('region', { name: 'Comments' }), [lower]);
  await expect(uploads).toContainText('1 of 1 files uploaded');
  await context.close();
});
