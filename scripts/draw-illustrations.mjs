// Draws the illustrations of empty, sent, lost and offline states from the tooth chart, so that both have the same
// teeth: `npm run drawings`. The pages use them as masks, so that their colour follows the scheme.
import { writeFileSync } from 'node:fs';
import { placesOf } from '../dental/src/odontogram/arch-geometry.ts';
import { at } from './lib/project.mjs';

const row = (quadrant, last = 7) => Array.from({ length: last }, (_, index) => quadrant * 10 + index + 1);
const UPPER = [...row(1), ...row(2)];
const LOWER = [...row(3), ...row(4)];
const places = placesOf([...UPPER, ...LOWER]);
const placeOf = (fdi) => places.get(fdi);

const short = (path) =>
  path.replaceAll(/-?\d+\.\d+/g, (figure) => String(Number(Number(figure).toFixed(1)))).replaceAll(', ', ',');
const line = (path, rest = '') => `<path d="${short(path)}"${rest && ` ${rest}`}/>`;
const outlines = (teeth) => teeth.map((fdi) => placeOf(fdi).outline).join('');
const details = (teeth) => teeth.flatMap((fdi) => placeOf(fdi).details).join('');

/** Teeth in the background, and one highlighted tooth. */
const quiet = (teeth) =>
  `<g opacity=".42">${line(outlines(teeth))}${line(details(teeth), 'opacity=".6"')}</g>`;
const meant = (fdi) => line(placeOf(fdi).outline) + line(placeOf(fdi).details.join(''), 'opacity=".7"');
const without = (teeth, gone) => teeth.filter((fdi) => fdi !== gone);
const dashed = (path) => line(path, 'stroke-dasharray="2 2.4"');

const moved = (fdi, x, y, turn) => {
  const [cx, cy] = placeOf(fdi).centre;
  const to = `translate(${x} ${y}) rotate(${turn}) translate(${(-cx).toFixed(1)} ${(-cy).toFixed(1)})`;
  return `<g transform="${to}">${meant(fdi)}</g>`;
};

/** Two jaws that open towards each other, for the two parties of a connection; `apart` from where they interlock. */
const pair = (apart, shift) =>
  [
    [-90, 8 - apart, -shift],
    [90, apart - 8, shift],
  ]
    .map(
      ([turn, x, y]) => `<g transform="translate(${x} ${y}) rotate(${turn}) scale(.66)">${quiet(UPPER)}</g>`,
    )
    .join('');

const DRAWINGS = {
  arches: { box: '-46 -56 92 112', body: quiet(UPPER) + quiet(LOWER) + meant(16) },
  empty: { box: '-46 -57 92 58', body: quiet(without(UPPER, 16)) + meant(16) },
  sent: {
    box: '-60 -62 120 64',
    body: `${quiet(without(UPPER, 26))}<g opacity=".42">${dashed(placeOf(26).outline)}</g>${dashed('M39 -26C46 -30 50 -36 50 -43')}${moved(26, 50, -53, -24)}`,
  },
  lost: { box: '-46 -57 92 58', body: quiet(without(UPPER, 11)) + dashed(placeOf(11).outline) },
  offline: {
    box: '-60 -34 120 68',
    body: `${pair(24, 0)}${dashed('M-15 0H-6M6 0H15')}${line('M-3 5L3 -5')}`,
  },
  linked: { box: '-60 -38 120 76', body: pair(0, 7) },
  found: {
    box: '-60 -57 120 62',
    body: `${quiet(without(UPPER, 25))}${meant(25)}<circle cx="${placeOf(25).centre[0].toFixed(1)}" cy="${placeOf(25).centre[1].toFixed(1)}" r="11"/>${line(`M${(placeOf(25).centre[0] + 8).toFixed(1)} ${(placeOf(25).centre[1] + 8).toFixed(1)}l10 10`)}`,
  },
};
for (const [name, { box, body }] of Object.entries(DRAWINGS)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" aria-hidden="true" fill="none" stroke="#000" stroke-width=".9" stroke-linecap="round" stroke-linejoin="round">${body}</svg>\n`;
  writeFileSync(at('web', 'src', 'ui', 'drawings', `${name}.svg`), svg);
}
