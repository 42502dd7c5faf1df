import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { unzip } from '../../server/src/testing/unzip.ts';
import { drawnShare, type LocalFile, saved, sha256, sums } from './files.ts';

/** Opens the viewer, waits for every scan, checks that something is drawn, and closes it without leaks. */
export async function lookAtScans(
  page: Page,
  layers: readonly string[],
  meanwhile?: (stage: Locator) => Promise<void>,
): Promise<void> {
  const viewer = page.getByRole('region', { name: '3D viewer' });
  await viewer.getByRole('button', { name: 'Show 3D' }).click();
  const stage = page.getByRole('dialog', { name: '3D viewer' });
  for (const layer of layers)
    await expect(stage.getByRole('button', { name: `Show ${layer}`, exact: true })).toBeEnabled({
      timeout: 120_000,
    });
  await expect(stage.getByRole('status')).toBeHidden({ timeout: 120_000 });
  await expect(stage.getByRole('alert')).toBeHidden();
  await expect.poll(() => drawnShare(stage.locator('canvas').first())).toBeGreaterThan(0.02);
  await meanwhile?.(stage);
  await page.getByRole('button', { name: 'Close 3D' }).click();
  await expect.poll(() => leftOnCard(page)).toEqual({ geometries: 0, textures: 0 });
}

/** GPU objects that were left when the viewer was last closed. */
const leftOnCard = (page: Page) =>
  page.evaluate(
    () => (performance.getEntriesByName('viewer-closed').at(-1) as PerformanceMark | undefined)?.detail,
  );

/** Each downloaded file, and the zip of all, has the uploaded bytes. */
export async function fetchBack(
  page: Page,
  sent: readonly Pick<LocalFile, 'name' | 'buffer'>[],
): Promise<void> {
  for (const file of sent) {
    const link = page.getByRole('link', { name: `Download ${file.name}` });
    expect(sha256(await saved(page, () => link.click())), file.name).toBe(sha256(file.buffer));
  }
  const all = page.getByRole('button', { name: 'Download All Files' });
  const entries = await unzip(await saved(page, () => all.click()));
  const got = entries.map(({ name, bytes }) => ({ name: basename(name), buffer: bytes }));
  expect(sums(got)).toMatchObject(sums(sent));
}
