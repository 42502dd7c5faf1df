/**
 * List, search and dashboard of a lab at a steady rate, with ten thousand cases and a million, in turn. Loading takes
 * long: with KEEP=folder the databases stay there, and later runs measure without loading.
 */
import { compareAsLab, type Place } from './support/as-lab.ts';
import { CASE_LISTS, type Paths } from './support/case-lists.ts';
import { fill, pairsOf } from './support/fill.ts';
import { filledGround } from './support/kept-ground.ts';

const SIZES = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
const OWN = Number(process.env.OWN ?? 50_000);

const board = (what: string) => () => `v1/dashboard/cases/${what}`;

const PATHS: Paths = {
  ...CASE_LISTS,
  'filter options': () => 'v1/user/filters/',
  'dashboard: status': board('status/'),
  'dashboard: today': board('today/'),
  'dashboard: needs': board('needs/'),
  'dashboard: restorations thisweek': board('restorations/?period=thisweek'),
  'dashboard: restorations week': board('restorations/?period=week'),
  'dashboard: restorations thismonth': board('restorations/?period=thismonth'),
  'dashboard: restorations month': board('restorations/?period=month'),
  'dashboard: weeks': board('weeks/'),
  'dashboard: activities': board('activities/?period=month'),
};

const places: Place[] = [];
for (const size of SIZES) {
  const own = Math.min(OWN, size);
  const ground = await filledGround(process.env.KEEP, size, (each) => fill(each, size, own, { talk: true }));
  places.push({ size, own, ground, ...(await pairsOf(ground)).first });
}
console.info(`cases of the lab: ${places.map(({ own }) => own).join(', ')}\n`);
await compareAsLab(places, PATHS);
