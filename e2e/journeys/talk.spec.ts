import { expect, type Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { asPerson, DEMO, newestMail, signIn, uniqueName, url } from '../support/people.ts';
import { sendCase } from '../support/send-case.ts';
import { test } from '../support/test.ts';

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });

test('two people comment on a case: mentions, edit conflict, answers, reactions, files, undone deletion', async ({
  browser,
}) => {
  const patient = { first: 'Signe', last: uniqueName('Halvorsen') };
  const { no } = await sendCase(DEMO.dentist, DEMO.lab, patient);
  const clinic = await signIn(browser, DEMO.dentist, { at: `/cases/${no}` });
  const technician = await signIn(browser, DEMO.technician, { at: '/cases' });
  const row = (page: Page) =>
    page.getByRole('region', { name: 'Case list' }).getByRole('link', { name: new RegExp(no) });

  await test.step('typing @ offers the people of the case, by keyboard alone', async () => {
    const { page } = clinic;
    await page.getByRole('button', { name: 'Post a Comment' }).first().click();
    const text = page.getByRole('textbox', { name: 'Add your comment' });
    await text.pressSequentially('Dear @');
    const people = page.getByRole('listbox', { name: 'People on this case' });
    await expect(people.getByRole('option')).toContainText(['Lena Hoff', 'Marco Rossi', 'Paul']);
    expect(await findings(page, { part: '[role=dialog]' })).toEqual([]);
    await text.press('Escape');
    await expect(people).toBeHidden();
    await expect(text).toBeVisible();
    await text.press('Backspace');
    await text.pressSequentially('@mar');
    await expect(people.getByRole('option')).toHaveCount(1);
    await text.press('Enter');
    await expect(text).toHaveValue('Dear @Marco Rossi ');
    await text.pressSequentially('mind the margin.');
    const dialog = page.getByRole('dialog', { name: 'Add your comment' });
    await dialog.getByRole('button', { name: 'Post', exact: true }).dblclick();
    await expect(comments(page).getByText('@Marco Rossi')).toHaveCount(1);
  });

  await test.step('a mentioned person sees it live in the list, and gets a mail without patient data', async () => {
    await expect(row(technician.page)).toHaveAccessibleName(/1 unread, You were mentioned/);
    // Reading it would cancel the mail, so look for the mail first. His language is Italian, and the mail about the
    // new case has the same number.
    const mail = await newestMail(DEMO.technician, new RegExp(`(?=.*menzione).*${no}`));
    expect(mail.text).toContain('Anna Berg');
    expect(mail.text).not.toMatch(/Halvorsen|margin/);
  });

  await test.step('a case that the list selected by itself is neither opened nor read', async () => {
    const page = await technician.context.newPage();
    await page.clock.install();
    const told: string[] = [];
    page.on('request', (request) => {
      if (/\/(opened|seen)\/$/.test(request.url())) told.push(request.url());
    });
    await page.goto(url('/cases'));
    // Other journeys change cases of this list, so the newest case may be one of theirs.
    const search = page.getByRole('searchbox', { name: 'Search cases' });
    await search.fill(patient.last);
    await search.press('Enter');
    await expect(comments(page).getByText('Mentions you')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(no));
    await page.clock.fastForward(10_000);
    await expect(row(page)).toHaveAccessibleName(/1 unread/);
    expect(told).toEqual([]);
    await page.close();
  });

  await test.step('opening the case marks the comments in view as read', async () => {
    const { page } = technician;
    const statusOf = async () =>
      (await asPerson<{ status: { code: string } }>(DEMO.technician, 'GET', `/cases/${no}/`)).status.code;
    expect(await statusOf()).toBe('OPEN');
    await row(page).click();
    await expect.poll(statusOf).toBe('READ');
    await comments(page).getByText('Mentions you').scrollIntoViewIfNeeded();
    await expect(comments(page).getByText('New', { exact: true })).toBeVisible();
    await expect(row(page)).not.toHaveAccessibleName(/mentioned/);
  });

  await test.step('when two windows edit a comment, the second sees both texts', async () => {
    const first = clinic.page;
    const second = await clinic.context.newPage();
    await second.goto(first.url());
    for (const page of [first, second])
      await comments(page).getByRole('button', { name: 'Edit comment' }).click();
    const box = (page: Page) => page.getByRole('textbox', { name: 'Edit comment' });
    await box(first).fill('Mine.');
    await box(second).fill('From the other window.');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(box(second)).toBeHidden();
    const told = comments(first).getByRole('alert').filter({ hasText: 'Changed in another window' });
    await expect(told).toContainText('From the other window.');
    await expect(box(first)).toHaveValue('Mine.');
    await first.getByRole('button', { name: 'Save mine' }).click();
    await expect(comments(technician.page).getByText('Mine.')).toBeVisible();
    await second.close();
  });

  await test.step('an answer joins its comment for the other side, who reacts to it with one click', async () => {
    const { page } = technician;
    const entry = (on: Page, text: string) =>
      comments(on).getByRole('listitem').filter({ hasText: text }).last();
    await entry(page, 'Mine.').hover();
    await entry(page, 'Mine.').getByRole('button', { name: 'Reply' }).click();
    const field = page.getByRole('textbox', { name: /^Write a comment/ });
    await expect(field).toBeFocused();
    await expect(page.getByText('Replying to Anna Berg')).toBeVisible();
    await field.fill('The margin is clear.');
    await field.press('Control+Enter');
    const answer = entry(clinic.page, 'The margin is clear.');
    await expect(answer).toBeVisible();
    await answer.hover();
    await answer.getByRole('button', { name: 'React' }).click();
    await clinic.page.getByRole('menuitemcheckbox', { name: 'Thank you' }).click();
    const thanks = entry(page, 'The margin is clear.').getByRole('button', { name: /^Thank you/ });
    await expect(thanks).toHaveAccessibleName(/Anna Berg/);
  });

  await test.step('a file dropped on the composer becomes part of the comment', async () => {
    const { page } = technician;
    const field = page.getByRole('textbox', { name: /^Write a comment/ });
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['bite record'], 'bite.txt', { type: 'text/plain' }));
      return data;
    });
    for (const type of ['dragenter', 'dragover', 'drop'])
      await field.dispatchEvent(type, { dataTransfer: dropped });
    await expect(comments(page).getByRole('combobox', { name: 'About file' })).toHaveValue('bite.txt');
    await field.fill('The bite is attached.');
    await comments(page).getByRole('button', { name: 'Post', exact: true }).click();
    const entry = comments(clinic.page)
      .getByRole('listitem')
      .filter({ hasText: 'The bite is attached.' })
      .last();
    await expect(entry).toContainText('bite.txt');
  });

  await test.step('a link to a comment opens its case there', async () => {
    const { page, context } = technician;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const entry = comments(page).getByRole('listitem').filter({ hasText: 'Mine.' }).first();
    await entry.hover();
    await entry.getByRole('button', { name: 'Copy link to comment' }).first().click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await clinic.context.newPage();
    await other.goto(link);
    const shown = other.locator(`[id="${new URL(link).hash.slice(1)}"]`);
    await expect(shown).toBeFocused();
    await expect(shown).toContainText('Mine.');
    await other.close();
  });

  await test.step('a deleted case disappears for its side, the other side keeps it, and undo restores it', async () => {
    const { page } = clinic;
    await page.getByRole('checkbox', { name: `Select case ${no}` }).check();
    await page.getByRole('button', { name: 'Delete checked cases' }).click();
    const asked = page.getByRole('dialog', { name: 'Warning' });
    await expect(asked).toContainText('Delete checked case(s)? The cases disappear for you and your group.');
    await asked.getByRole('button', { name: 'Delete' }).click();
    await expect(asked).toBeHidden();
    await expect(row(page)).toBeHidden();
    const told = technician.page.getByText('The other side deleted its copy of this case');
    await expect(told).toBeVisible();
    await expect(comments(technician.page).getByText('Mine.')).toBeVisible();
    const deleted = page.getByRole('alert').filter({ hasText: 'deleted on your side' });
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 case is back')).toBeVisible();
    await expect(row(page)).toBeVisible();
    await expect(told).toBeHidden();
  });
});
