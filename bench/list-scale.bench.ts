/** The same list with ten thousand and with a million cases in the database. */
import { type Ground, prepareGround, type Served, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { load } from './support/load.ts';
import { recordReplies } from './support/record.ts';
import { median, round, table } from './support/table.ts';

const SIZES = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const OWN = 5000;
const PATHS = {
  'first page': '/heclore/v1/cases/?page=1',
  'by status': '/heclore/v1/cases/?page=1&sort=status+asc',
  'filter InProgress': '/heclore/v1/cases/?page=1&status=InProgress',
  'page 100': '/heclore/v1/cases/?page=100',
  'search by part of a name': '/heclore/v1/cases/?page=1&search=ast123',
};

interface Place {
  size: number;
  ground: Ground;
  server: Served;
  token: string;
}
const places: Place[] = [];
for (const size of SIZES) {
  const ground = await prepareGround();
  const { labId } = await fill(ground, size, OWN);
  const { token } = await recordReplies(ground, labId, [PATHS['first page']]);
  places.push({ size, ground, token, server: await serveCusp(ground) });
}

const rows = [];
for (const [name, path] of Object.entries(PATHS)) {
  const rates = places.map(() => [] as number[]);
  const ratios: number[] = [];
  for (let time = 0; time < ROUNDS; time += 1) {
    const now = [];
    for (const [index, { server, token }] of places.entries()) {
      const { rate } = await load(server.url + path, { seconds: 3, connections: 8, token });
      rates[index]?.push(rate);
      now.push(rate);
    }
    ratios.push((now[0] ?? 0) / (now.at(-1) ?? 1));
  }
  rows.push([name, ...rates.map((each) => round(median(each), 0)), round(median(ratios))]);
}
console.info(`${OWN} cases of the lab that asks; requests a second, medians of ${ROUNDS} rounds\n`);
table(['', ...SIZES.map((size) => `${size} cases`), 'times slower'], rows);
for (const { server, ground } of places) {
  await server.stop();
  await ground.end();
}
