/** List, detail and comments against a bare node:http + pg that runs the same SQL and sends the same bytes. */
import { prepareGround, serve, serveCusp } from './support/cusp.ts';
import { fill } from './support/fill.ts';
import { load } from './support/load.ts';
import { recordReplies } from './support/record.ts';
import { median, round, table } from './support/table.ts';

const CASES = Number(process.env.CASES ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = 4;

const ground = await prepareGround();
const { labId, caseIds } = await fill(ground, CASES, 500);
const paths = {
  'case list': '/heclore/v1/cases/?page=1',
  'case detail': `/heclore/v1/cases/${caseIds[0]}/all/`,
  comments: `/heclore/v1/cases/${caseIds[1]}/comments/`,
};
const { token, file } = await recordReplies(ground, labId, Object.values(paths));
const cusp = await serveCusp(ground);
const bareEnv = { RECORDING: file, DATABASE_URL: ground.urls.app };
const bare = await serve(['bench/support/bare.ts'], bareEnv);
const keeping = await serve(['bench/support/bare.ts'], { ...bareEnv, KEEP_PLANS: '1' });

const rows = [];
for (const [name, path] of Object.entries(paths)) {
  const rates: Record<'cusp' | 'bare' | 'keeping', number[]> = { cusp: [], bare: [], keeping: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await load(cusp.url + path, { seconds: SECONDS, connections: 16, token });
    rates.cusp.push(ours.rate);
    for (const [which, { url }] of [
      ['bare', bare],
      ['keeping', keeping],
    ] as const)
      rates[which].push((await load(url + path, { seconds: SECONDS, connections: 16 })).rate);
  }
  const ratioTo = (others: number[]) => median(rates.cusp.map((ours, at) => ours / (others[at] ?? 0)));
  rows.push([
    name,
    round(median(rates.cusp), 0),
    round(median(rates.bare), 0),
    round(ratioTo(rates.bare)),
    round(median(rates.keeping), 0),
    round(ratioTo(rates.keeping)),
  ]);
}
console.info(`${CASES} cases, ${ROUNDS} rounds of ${SECONDS} s each, 16 connections; medians\n`);
table(['', 'Cusp req/s', 'bare req/s', 'ratio', 'bare, plans kept', 'ratio'], rows);

await cusp.stop();
await bare.stop();
await keeping.stop();
await ground.end();
