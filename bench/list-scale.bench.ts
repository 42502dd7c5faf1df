/**
 * Every list of the same lab at a steady rate, with ten thousand cases in the database and with a million, in turn.
 * With SIZES=10000,3000000 and KEEP=folder the databases stay there, and later runs measure immediately.
 */
import { compareAsLab, type Place } from './support/as-lab.ts';
import { CASE_LISTS } from './support/case-lists.ts';
import { fill, pairsOf } from './support/fill.ts';
import { filledGround } from './support/kept-ground.ts';

const SIZES = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
/** Number of cases of the requesting lab. */
const OWN = 5000;
/** Number of cases of another lab, which LAB=large selects; in a small database all the remaining ones. */
const LARGE = 50_000;
const isLarge = process.env.LAB === 'large';

const places: Place[] = [];
for (const size of SIZES) {
  const large = Math.min(LARGE, size - OWN);
  const ground = await filledGround(process.env.KEEP, size, (each) =>
    fill(each, size, large, { talk: true, second: OWN }),
  );
  const { first, second } = await pairsOf(ground);
  places.push({ size, ground, own: isLarge ? large : OWN, ...(isLarge ? first : second) });
}
console.info(`cases of the lab: ${places.map(({ own }) => own).join(', ')}\n`);
await compareAsLab(places, CASE_LISTS);
