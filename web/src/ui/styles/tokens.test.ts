import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../', import.meta.url));

const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => relative(src, join(src, path)));

/** Style sheets with other sizes: text in a drawing or on the page of a PDF scales with it. */
const OTHER_SIZES = [
  'dental-ui/odontogram/odontogram.module.css',
  'dental-ui/odontogram/tooth-notes.module.css',
  'features/files/preview/preview.module.css',
];

/** Values besides tokens: those that remove a style, follow the parent or make a circle. */
const ALLOWED: Record<string, RegExp> = {
  // Phones zoom into fields with text below 16 px.
  'font-size': /^(?:var\(--(?:text|mantine-font-size)-[a-z]+\)|inherit|16px)$/,
  'font-weight': /^(?:var\(--weight-(?:regular|medium|strong)\)|inherit)$/,
  'border-radius': /^(?:(?:var\(--(?:radius|mantine-radius)-[a-z]+\)|0|50%|inherit)(?: |$))+$/,
};

const declarations = (path: string) =>
  [
    ...readFileSync(join(src, path), 'utf8').matchAll(
      /^\s*(font-size|font-weight|border-radius):\s*([^;]+);/gm,
    ),
  ].map(([, property = '', value = '']) => ({ property, value }));

describe('text sizes, weights and radii come from the tokens', () => {
  test.each(sheets.filter((path) => !OTHER_SIZES.includes(path)))('%s', (path) => {
    const others = declarations(path).filter(({ property, value }) => !ALLOWED[property]?.test(value));
    expect(others).toEqual([]);
  });

  test('each exception exists and is needed', () => {
    for (const path of OTHER_SIZES)
      expect(
        declarations(path).some(({ property, value }) => !ALLOWED[property]?.test(value)),
        path,
      ).toBe(true);
  });
});

test('components write no weight or size of text of their own', () => {
  const others = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(/\b(?:fw|fz)=(?:\{\d+\}|"\d[^"]*")/g)].map(
        ([use]) => `${path} ${use}`,
      ),
    );
  expect(others).toEqual([]);
});

/** Style sheets with other animations: they run for as long as an operation takes. */
const OTHER_ANIMATIONS = [
  'app/progress-line.module.css',
  'app/shell/live-updates-notice.module.css',
  'ui/skeleton-block.module.css',
];

test('movement lasts as long as a token says, and is off with reduced motion', () => {
  const others = sheets
    .filter((path) => !OTHER_ANIMATIONS.includes(path))
    .flatMap((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(/^\s*(?:transition|animation):\s*([^;]+);/gm)].map(
        ([, value = '']) => `${path} ${value}`,
      ),
    )
    .filter((use) => !/var\(--motion-(?:quick|calm)\)/.test(use));
  expect(others).toEqual([]);
  const base = readFileSync(join(src, 'ui/styles/base.css'), 'utf8');
  const still = base.split('@media (prefers-reduced-motion: reduce) {')[1]?.split('\n}')[0];
  for (const name of ['quick', 'calm']) expect(still).toContain(`--motion-${name}: 0ms;`);
});

test('the colour of the skin is only in the main button, the logo and the focus ring', () => {
  const uses = sheets.flatMap((path) =>
    [
      ...readFileSync(join(src, path), 'utf8').matchAll(
        /--([\w-]+):[^;]*var\(--brand|([\w-]+):[^;]*var\(--brand/g,
      ),
    ].map(([, token, property]) => `${path} ${token ?? property}`),
  );
  expect(uses).toEqual([
    'ui/styles/base.css focus',
    'ui/styles/base.css focus',
    'ui/styles/first-paint.css background',
  ]);
});

test('no style asks what the whole page contains, which would have all of it styled again for each new element', () => {
  const asking = sheets.flatMap((path) => {
    // Phones in landscape, with a keyboard over half of the screen, show little of a page.
    const rest = readFileSync(join(src, path), 'utf8').replaceAll(
      /@media \(pointer: coarse\) and \(max-height: 480px\) \{[^}]*\}\s*\}/g,
      '',
    );
    return [...rest.matchAll(/(?:html|body|:root\)?(?:\[[^\]]*\])?):has\(.*/g)].map(
      ([rule]) => `${path}: ${rule}`,
    );
  });
  expect(asking).toEqual([]);
});

interface Declaration {
  /** Selectors and at-rules around it, from the outside. */
  around: readonly string[];
  property: string;
  value: string;
}

/** All declarations of a style sheet. */
function declarationsOf(path: string): Declaration[] {
  const found: Declaration[] = [];
  const around: string[] = [];
  const code = readFileSync(join(src, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (const [, text = '', end] of code.matchAll(/([^{};]*)([{};])/g)) {
    if (end === '{') around.push(text.trim());
    else {
      const [, property, value] = /^\s*([\w-]+):\s*([\s\S]*)$/.exec(text) ?? [];
      if (property && value) found.push({ around: [...around], property, value: value.trim() });
      if (end === '}') around.pop();
    }
  }
  return found;
}

const isInLayer = ({ around }: Declaration) => around.some((rule) => rule.startsWith('@layer'));

/** Declarations of a class alone, which have the specificity of a class that composes it. */
const ofClass = (path: string, name: string) =>
  declarationsOf(path).filter(({ around }) => around.at(-1)?.split(/,\s*/).includes(`.${name}`));

/** Whether one of two properties sets the other one too, such as `margin` and `margin-inline`. */
const overlaps = (one: string, other: string) =>
  one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);

test('what a class composes and overrides is in a layer, because the order of style sheets is not fixed', () => {
  const wrong = sheets.flatMap((path) =>
    declarationsOf(path).flatMap(({ around, property, value }) => {
      const [, names = '', file] = /^([\w\s-]+?)(?:\s+from\s+"([^"]+)")?$/.exec(value) ?? [];
      const own = /\.([\w-]+)/.exec(around.at(-1) ?? '')?.[1];
      // Within a style sheet the order is that of the file.
      if (property !== 'composes' || !file || !own) return [];
      const overriding = ofClass(path, own).filter((each) => each.property !== 'composes');
      return names.split(/\s+/).flatMap((name) =>
        ofClass(join(path, '..', file), name)
          .filter((part) => !isInLayer(part))
          .filter((part) => overriding.some((each) => overlaps(each.property, part.property)))
          .map((part) => `${path} .${own} ${part.property} of .${name}`),
      );
    }),
  );
  expect(wrong).toEqual([]);
});
