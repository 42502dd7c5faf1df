import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { generateJaw } from '@cusp/fixtures/jaw';
import { writeStl } from '@cusp/fixtures/write-mesh';
import type { Download, Locator, Page } from '@playwright/test';

export interface LocalFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const file = (name: string, buffer: Buffer): LocalFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});

/** Both jaws of an invented patient. */
export function jaws(seed: number, triangles = 20_000): [upper: LocalFile, lower: LocalFile] {
  const upper = generateJaw({ jaw: 'upper', seed, triangles, prepared: [16] });
  const lower = generateJaw({ jaw: 'lower', seed, triangles });
  return [file('scan-upper.stl', writeStl(upper.mesh)), file('scan-lower.stl', writeStl(lower.mesh))];
}

/** A one-page PDF with one line, in a standard font that needs no embedding. */
export function pdf(name: string, words: string): LocalFile {
  const drawing = `BT /F 24 Tf 60 700 Td (${words}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
  return file(name, Buffer.from(`%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`));
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Checksums by name. */
export const sums = (files: readonly { name: string; buffer: Buffer }[]): Record<string, string> =>
  Object.fromEntries(files.map(({ name, buffer }) => [name, sha256(buffer)]));

/** The file input of a form or case. */
export const filePicker = (page: Page): Locator =>
  page
    .getByRole('button', { name: 'Drop files here or choose them' })
    .locator('xpath=ancestor::*[.//input[@type="file"]][1]')
    .locator('input[type=file]');

/** The bytes that the browser downloads after `act`. */
export async function saved(page: Page, act: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return bytesOf(download);
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** The share of a picture's centre that is not background, 0 to 1. */
export async function drawnShare(picture: Locator): Promise<number> {
  const shot = (await picture.screenshot()).toString('base64');
  return picture.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const ground = context.getImageData(2, Math.floor(image.height / 2), 1, 1).data;
    const [left, top] = [Math.floor(image.width / 4), Math.floor(image.height / 4)];
    const { data } = context.getImageData(left, top, left * 2, top * 2);
    let drawn = 0;
    for (let i = 0; i < data.length; i += 4) {
      const difference = [0, 1, 2].map((part) => Math.abs((data[i + part] ?? 0) - (ground[part] ?? 0)));
      if (Math.max(...difference) > 24) drawn += 1;
    }
    return drawn / (data.length / 4);
  }, shot);
}
