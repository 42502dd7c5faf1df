import { expect } from '@playwright/test';
import writeExcelFile from 'write-excel-file/node';
import { signInAt, uniqueName, url } from '../support/people.ts';
import { test } from '../support/test.ts';

test('a sheet with a faulty row shows the problem, applies the good row, and is undone', async ({ page }) => {
  const [good, bad] = [uniqueName('JOURNEY'), uniqueName('JOURNEY')].map((name) => name.replace(' ', '-'));
  const rows = [
    ['UDI', 'Option'],
    [good, 'Yes'],
    [bad, 'Maybe'],
  ];
  const buffer = await writeExcelFile([
    { sheet: 'Partner features', data: rows },
    {
      sheet: 'Version',
      data: [
        ['Template', 'features'],
        ['Version', 1],
      ],
    },
  ]).toBuffer();

  await signInAt(page, '/adm', 'dana.device');
  await expect(page).toHaveURL(url('/adm/registration'));
  await page.goto(url('/adm/feature_partner'));
  await page.getByRole('button', { name: 'Upload' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'features.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  });
  await expect(dialog.getByText('rows that can be applied: 1 of 2')).toBeVisible();
  await expect(dialog.getByText('Write Yes or No')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply good rows (1)' }).click();
  await expect(dialog.getByText('Rows left out because of errors: 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Undone. Rows taken back: 1')).toBeVisible();
});
