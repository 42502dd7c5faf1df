import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPng } from '../files/png.ts';
import { odmOf, SKINS, skinOfHost } from './brands.ts';

const PUBLIC = join(import.meta.dirname, '../../../../web/public');
/** Surface and canvas of the dark scheme, as the page's base.css and theme have them. */
const DARK_SURFACES = ['#1f2225', '#17191c', '#25292d'];
const LIGHT_SURFACES = ['#ffffff', '#f6f7f8', '#f1f3f5'];

/** Relative luminance and contrast ratio by WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('contrast is computed as WCAG computes it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(SKINS.map((skin) => [skin.key, skin] as const))('%s', (_key, skin) => {
  test('white text is readable on its main colour, also under the pointer', () => {
    expect(contrast('#ffffff', skin.main_color)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#ffffff', skin.main_color_hover)).toBeGreaterThanOrEqual(4.5);
  });

  test('its main colour is readable as text on light surfaces', () => {
    for (const surface of LIGHT_SURFACES)
      expect(contrast(skin.main_color, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test('its dark colour is readable on dark surfaces', () => {
    for (const surface of DARK_SURFACES)
      expect(contrast(skin.main_color_dark, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test('its focus ring stands out from light surfaces', () => {
    for (const surface of LIGHT_SURFACES)
      expect(contrast(skin.main_color_focus, surface)).toBeGreaterThanOrEqual(3);
  });

  test('has a logo that mail programs draw', () => {
    expect(isPng(readFileSync(join(PUBLIC, skin.images.logo)))).toBe(true);
  });

  test.each(['mark', 'favicon'] as const)('has a %s', (name) => {
    const file = join(PUBLIC, skin.images[name]);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg [^>]*xmlns=/);
  });
});

test('a fragment of the host name chooses the skin', () => {
  expect(skinOfHost('app.arcline.example').key).toBe('arcline');
  expect(skinOfHost('ARCLINE.example:4800').key).toBe('arcline');
  expect(skinOfHost('localhost:4800').key).toBe('cusp');
  expect(skinOfHost(undefined).key).toBe('cusp');
  expect(new Set(SKINS.map((skin) => skin.key)).size).toBe(5);
});

test('how hosts are matched is not told', () => {
  for (const skin of SKINS) expect(odmOf(skin)).not.toHaveProperty('hostFragment');
});
