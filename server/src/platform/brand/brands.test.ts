import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPng } from '../files/png.ts';
import { LOOKS, odmOf, SKINS, skinOfHost, skinOfKey } from './brands.ts';

const PUBLIC = join(import.meta.dirname, '../../../../web/public');
const BASE = readFileSync(join(import.meta.dirname, '../../../../web/src/ui/styles/base.css'), 'utf8');

/** The colours that base.css gives a scheme, by name. */
const tokensOf = (selector: string): Map<string, string> => {
  const block = BASE.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
};
const LIGHT = tokensOf(':root');
// The dark scheme inherits colours that it does not change.
const DARK = new Map([...LIGHT, ...tokensOf(':root[data-mantine-color-scheme="dark"]')]);
const token = (tokens: Map<string, string>, name: string): string => {
  const color = tokens.get(name);
  if (!color) throw new Error(`base.css has no --${name}`);
  return color;
};
const surfacesOf = (tokens: Map<string, string>) =>
  ['canvas', 'surface', 'surface-hover'].map((name) => token(tokens, name));
const LIGHT_SURFACES = surfacesOf(LIGHT);
/** Menus and dialogs are a little lighter in the dark scheme, as in the theme of the web. */
const DARK_SURFACES = [...surfacesOf(DARK), '#282622'];

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

test('contrast follows the WCAG formula', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(LOOKS.map((skin) => [skin.key, skin] as const))('%s', (_key, skin) => {
  test('white text is readable on its main colour, also on hover', () => {
    expect(contrast('#ffffff', skin.main_color)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#ffffff', skin.main_color_hover)).toBeGreaterThanOrEqual(4.5);
  });

  test('the main colour of a brand is readable as text on light surfaces', () => {
    for (const surface of LIGHT_SURFACES)
      expect(contrast(skin.main_color, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test('the dark colour of a brand is readable on dark surfaces', () => {
    for (const surface of DARK_SURFACES)
      expect(contrast(skin.main_color_dark, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test('the focus ring of a brand has enough contrast to light surfaces', () => {
    for (const surface of LIGHT_SURFACES)
      expect(contrast(skin.main_color_focus, surface)).toBeGreaterThanOrEqual(3);
  });

  test('a brand has a logo that mail clients can show', () => {
    expect(isPng(readFileSync(join(PUBLIC, skin.images.logo)))).toBe(true);
  });

  test.each(['mark', 'favicon'] as const)('a brand has a %s', (name) => {
    const file = join(PUBLIC, skin.images[name]);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg [^>]*xmlns=/);
  });
});

/** Foreground colours by background, with the minimum contrast by WCAG 2.2: 4.5 for text, 3 for icons. */
const ON_PAPER: [least: number, names: string[]][] = [
  [4.5, ['ink', 'quiet', 'overdue', 'soon', 'unread-text', 'chosen']],
  [3, ['edge', 'unread-sign', 'status-open', 'status-progress', 'status-reopened', 'status-closed']],
];
const OTHER_PAIRS: [least: number, one: string, other: string][] = [
  [4.5, 'chosen-contrast', 'chosen'],
  [4.5, 'good', 'canvas'],
  [4.5, 'good', 'surface'],
  [3, 'done', 'canvas'],
  [3, 'done', 'surface'],
  [3, 'done', 'surface-hover'],
  // Adjacent bars of the chart.
  [3, 'ink', 'done'],
];

// No skin changes these colours, so that the pairs hold in all of them.
describe.each([
  ['light', LIGHT, LIGHT_SURFACES],
  ['dark', DARK, DARK_SURFACES],
] as const)('in the %s scheme', (_scheme, tokens, surfaces) => {
  const papers = [...surfaces, token(tokens, 'chosen-soft')];

  test.each(ON_PAPER.flatMap(([least, names]) => names.map((name) => [name, least] as const)))(
    '%s has a contrast of %d:1 on every surface and on what is chosen',
    (name, least) => {
      for (const paper of papers)
        expect(contrast(token(tokens, name), paper), paper).toBeGreaterThanOrEqual(least);
    },
  );

  test.each(OTHER_PAIRS)('%d:1 between %s and %s', (least, one, other) =>
    expect(contrast(token(tokens, one), token(tokens, other))).toBeGreaterThanOrEqual(least),
  );

  test('white numbers are readable on the unread mark', () =>
    expect(contrast('#ffffff', token(tokens, 'unread'))).toBeGreaterThanOrEqual(4.5));

  test('the colour of a chosen entry differs from that of a hovered one', () =>
    expect(token(tokens, 'chosen-soft')).not.toBe(token(tokens, 'surface-hover')));
});

test('a fragment of the host name chooses the skin', () => {
  expect(skinOfHost('app.arcline.example').key).toBe('arcline');
  expect(skinOfHost('ARCLINE.example:4800').key).toBe('arcline');
  expect(skinOfHost('localhost:4800').key).toBe('cusp');
  expect(skinOfHost(undefined).key).toBe('cusp');
  expect(new Set(SKINS.map((skin) => skin.key)).size).toBe(5);
});

describe('the sub-skin of the default brand', () => {
  test.each([
    'campus.cusp.example',
    'CAMPUS.cusp.example:4800',
    'campus.eu.cusp.example',
    'campus.localhost',
  ])('the sub-skin of the default brand applies to %s', (host) =>
    expect(skinOfHost(host).key).toBe('cusp-campus'),
  );

  test.each([
    ['campus.arcline.example', 'arcline'],
    ['hippocampus.example', 'cusp'],
    ['campus-test.cusp.example', 'cusp'],
    ['cusp.example', 'cusp'],
  ])('the sub-skin of the default brand does not apply to %s', (host, key) =>
    expect(skinOfHost(host).key).toBe(key),
  );

  test('the sub-skin of the default brand has its own name, logo and colours and shares the rest with the default brand', () => {
    const [base, sub] = [odmOf(skinOfKey('cusp'), 'us'), odmOf(skinOfHost('campus.cusp.example'), 'us')];
    const own = ['key', 'app_name', 'name', 'images', 'main_color', 'main_color_hover', 'main_color_focus'];
    for (const key of own as (keyof typeof base)[]) expect(sub[key]).not.toEqual(base[key]);
    const { company_name, is_cloud, support, lab_software, is_default_brand } = base;
    expect(sub).toMatchObject({ company_name, is_cloud, support, lab_software, is_default_brand });
    expect(is_default_brand).toBe(true);
  });

  test('the sub-skin of the default brand is found by the key that is stored with a person', () =>
    expect(skinOfKey('cusp-campus').app_name).toBe('Cusp Campus'));
});

describe('support', () => {
  const phones = (key: string, region: 'us' | 'eu') => {
    const { clinic, lab } = odmOf(skinOfKey(key), region).support;
    return [clinic.phone, lab.phone];
  };

  test('the cloud’s own lines differ by institution type and region', () => {
    const all = [...phones('cusp', 'us'), ...phones('cusp', 'eu')];
    expect(new Set(all).size).toBe(4);
    expect(phones('molaris', 'eu')).toEqual(phones('cusp', 'eu'));
  });

  test('a vendor’s line is the same number in every region', () => {
    expect(new Set([...phones('verdent', 'us'), ...phones('verdent', 'eu')])).toEqual(
      new Set(['+1 800 555 0120']),
    );
  });

  const docs = (key: string, region: 'us' | 'eu') => {
    const { clinic, lab } = odmOf(skinOfKey(key), region).support;
    return [clinic.docs, lab.docs];
  };

  test('a vendor’s documentation differs by region and institution type', () => {
    const all = [...docs('arcline', 'us'), ...docs('arcline', 'eu')];
    expect(new Set(all).size).toBe(4);
    expect(all).toContain('https://docs.arcline.example/eu/clinics');
  });

  test('without a vendor’s documentation, links lead to the help of the region’s own site', () =>
    expect(docs('cusp', 'eu')).toEqual(['/help?for=clinics', '/help?for=labs']));
});

test('the reply does not reveal how hosts are matched', () => {
  for (const look of LOOKS) expect(odmOf(look, 'us')).not.toHaveProperty('hostFragment');
});
