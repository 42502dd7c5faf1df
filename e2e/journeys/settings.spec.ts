import { expect } from '@playwright/test';
import { newDentist } from '../support/newcomer.ts';
import { url } from '../support/people.ts';
import { answerLeaving, expectSound, openFromMenu } from '../support/screens.ts';
import { test } from '../support/test.ts';

test('settings are changed, searched, discarded and saved', async ({ browser }) => {
  const { page } = await newDentist(browser, { first: 'Sara', last: 'Settings', at: '/' });
  await openFromMenu(page, 'Personal Settings');
  const toggle = (name: string) => page.getByRole('switch', { name });
  const flip = (name: string) => page.getByText(name, { exact: true }).click();
  const saveAll = page.getByRole('button', { name: 'Save Settings' });
  await expect(toggle('Auto refresh')).toBeChecked();
  await expect(toggle('Email when a comment is edited')).not.toBeChecked();
  await expect(saveAll).toBeDisabled();

  await flip('Email when a case is edited');
  await toggle('Email when a comment is edited').press('Space');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await answerLeaving(page, 'Cancel');
  await expect(toggle('Email when a case is edited')).not.toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toggle('Email when a case is edited')).toBeChecked();
  await expect(saveAll).toBeDisabled();

  const search = page.getByRole('textbox', { name: 'Search settings' });
  await search.fill('  COMMENT edited');
  await expect(page.getByRole('switch')).toHaveCount(1);
  await toggle('Email when a comment is edited').press('Space');
  await search.fill('parallel');
  await page.getByRole('combobox', { name: 'Projection' }).click();
  await page.getByRole('option', { name: 'Parallel' }).click();
  await search.fill('coffee');
  await expect(page.getByText('No setting fits the search')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await flip('Auto refresh');

  const bodies: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && bodies.push(request.postDataJSON()));
  await saveAll.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(bodies).toEqual([{ comment_edit_email: true, _3d_projection: 'parallel', use_auto_refresh: false }]);
  await page.reload();
  await expect(toggle('Email when a comment is edited')).toBeChecked();
  await expect(toggle('Auto refresh')).not.toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Projection' })).toHaveValue('Parallel');
  await expect(toggle('Email when a case is edited')).toBeChecked();
});

test('the language changes at once, keeps unsaved settings, and persists', async ({ browser }) => {
  const { context, page } = await newDentist(browser, { first: 'Lia', last: 'Language', at: '/settings' });
  const other = await context.newPage();
  await other.goto(url('/settings'));
  await expect(other.getByRole('heading', { level: 1, name: 'Personal Settings' })).toBeVisible();
  await page.getByText('Auto refresh', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: '한국어' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '개인 설정' })).toBeVisible();
  await expect(page.getByRole('switch', { name: '자동 새로고침' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: '설정 저장' })).toBeEnabled();
  await expect(other.getByRole('heading', { level: 1, name: '개인 설정' })).toBeVisible();
  page.once('dialog', (question) => question.accept());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '개인 설정' })).toBeVisible();
  await expect(page.getByRole('switch', { name: '자동 새로고침' })).toBeChecked();
});
