import { PAGES } from '@cusp/contract/pages';
import { expect, type Locator, type Page } from '@playwright/test';
import { filePicker, type LocalFile } from './files.ts';
import { url } from './people.ts';

export interface Order {
  patient: { first: string; last: string };
  /** Part of the recipient's line in the list. */
  recipient: string;
  note?: string;
  /** Generated in memory, or paths of large files, which the browser then reads itself. */
  files?: readonly LocalFile[] | readonly string[];
  /** Set if not both jaws are among the files. */
  scansFollow?: boolean;
}

/** The patient's name as screens show it. */
export const named = ({ first, last }: Order['patient']): string => `${first} ${last}`;

/** The open case of a patient. */
export const openCase = (page: Page, patient: string): Locator =>
  page.getByRole('article', { name: patient });

/** Activates an item of the menu behind ⋯ of the open case. */
export async function takeMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

export async function fillPatient(page: Page, { first, last }: Order['patient']): Promise<void> {
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
}

export async function chooseRecipient(page: Page, recipient: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Send to' }).click();
  await page.getByRole('option', { name: recipient }).click();
}

/** A zirconia crown on tooth 16 in shade A2. */
export async function orderCrown(page: Page): Promise<void> {
  await page.getByRole('gridcell', { name: /^upper right first molar/ }).click();
  await page.getByRole('button', { name: 'Crown', exact: true }).click();
  // The list of materials opens automatically.
  await page.getByRole('option', { name: 'Zirconia', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Shade', exact: true })
    .or(page.getByRole('combobox', { name: 'Shade', exact: true }))
    .fill('A2');
  await page.keyboard.press('Escape');
}

/** Fills in the form of a new case without sending it. */
export async function fillCase(page: Page, order: Order): Promise<void> {
  await page.goto(url(PAGES.newCase));
  await chooseRecipient(page, order.recipient);
  await fillPatient(page, order.patient);
  await orderCrown(page);
  if (order.note) await page.getByLabel('Note', { exact: true }).fill(order.note);
  if (!order.files || order.scansFollow) await page.getByRole('checkbox', { name: 'Scans follow' }).check();
  if (order.files) await filePicker(page).setInputFiles(order.files as LocalFile[] | string[]);
  await expect(page.getByText('Ready to send')).toBeVisible();
}

/** Sends the form and returns the number of the case. */
export async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send case' }).click();
  await page.waitForURL(/\/cases\/\d+-\w+$/, { timeout: 60_000 });
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
