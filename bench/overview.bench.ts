/**
 * List, search and dashboard of a lab at a steady 50 requests a second, with ten thousand cases and a million. Loading takes
 * long: with KEEP=folder the databases stay there, and later runs measure without loading. FILL=only just loads them.
 */
import { join } from 'node:path';
import { type Ground, prepareGround, type Served, serveCusp } from './support/cusp.ts';
import { fill, filled } from './support/fill.ts';
import { openLoad } from './support/load.ts';
import { recordReplies } from './support/record.ts';
import { median, round, table } from './support/table.ts';

const SIZES = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
const OWN = Number(process.env.OWN ?? 50_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 6);
const ONLY = (process.env.ONLY ?? '').split(',');
const RATE = Number(process.env.RATE ?? 50);
const { KEEP, FILL } = process.env;
const DAY_MS = 24 * 3600 * 1000;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const list = (query: string) => () => `v1/cases/?${query}`;
const board = (what: string) => () => `v1/dashboard/cases/${what}`;

/** The requests; `count` is the number of earlier ones, so that searches can differ. */
const PATHS: Record<string, (count: number, dentistId: number) => string> = {
  'first page': list('page=1'),
  'first page of 100': list('num_per_page=100'),
  'by order sent': list('sort=created+desc'),
  'by status': list('sort=status+asc'),
  'by due date': list('sort=due+asc'),
  'filter: status': list('status=InProgress'),
  'filter: two statuses, by order sent': list('status=Open,Closed&sort=created+desc'),
  'filter: unread comments': list('unreadCommentsOnly=true'),
  'filter: due soon': list('due=soon'),
  'filter: overdue': list('due=overdue'),
  'filter: sent in the last 30 days': list(`createDateFrom=${daysAgo(30)}&createDateTo=${daysAgo(0)}`),
  'filter: sent in the last year': list(`createDateFrom=${daysAgo(365)}&createDateTo=${daysAgo(0)}`),
  'filter: person': (_count, dentistId) => `v1/cases/?uid=${dentistId}`,
  'filter: assigned to me': list('assignee=me'),
  'filter: restoration and material': list('restoration=crown&material=zirconia'),
  'page 200': list('page=200'),
  'page 200 by order sent': list('page=200&sort=created+desc'),
  'page 200 by status': list('page=200&sort=status+asc'),
  'page 200 by due date': list('page=200&sort=due+asc'),
  'page 50 of 100 cases': list('page=50&num_per_page=100'),
  'page in the middle': list('page=MIDDLE'),
  'search: part of a name': (count) => `v1/cases/?search=ast${100 + (count % 900)}`,
  'search: two words': (count) => `v1/cases/?search=irst${10 + (count % 90)}+ast${100 + (count % 900)}`,
  'search: comment text': (count) => `v1/cases/?search=ot${100 + (count % 900)}`,
  'search: comment and name': (count) => `v1/cases/?search=ot${100 + (count % 900)}+irst${count % 10}`,
  'search: case number': (count) => `v1/cases/?search=OWN-${1000 + count}`,
  'search: nothing found': (count) => `v1/cases/?search=zirk${count}`,
  'search: person of every case': list('search=institution'),
  'search: person and name': (count) => `v1/cases/?search=institution+ast${100 + (count % 900)}`,
  'search: text of every case': list('search=margin'),
  'search: tooth of every case': list('search=16'),
  'search: type of every case': list('search=crown'),
  'search: type and name': (count) => `v1/cases/?search=crown+ast${100 + (count % 900)}`,
  'search: two letters of every case': list('search=la'),
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

interface Place {
  own: number;
  ground: Ground;
  server: Served;
  token: string;
  dentistId: number;
}
const places: Place[] = [];
for (const size of SIZES) {
  const ground = await prepareGround({ kept: KEEP && join(KEEP, String(size)) });
  const own = Math.min(OWN, size);
  const started = performance.now();
  const known = await filled(ground);
  const { labId, dentistId } = known ?? (await fill(ground, size, own, { talk: true }));
  if (!known)
    console.info(`${size} cases with a comment each in ${round((performance.now() - started) / 1000, 0)} s`);
  if (FILL === 'only') {
    await ground.end();
    continue;
  }
  const { token } = await recordReplies(ground, labId, ['/heclore/v1/cases/?page=1']);
  places.push({ own, ground, token, dentistId, server: await serveCusp(ground) });
}

if (FILL === 'only') process.exit(0);

const rows = [];
for (const [name, pathOf] of Object.entries(PATHS).filter(([each]) =>
  ONLY.some((part) => each.includes(part)),
)) {
  const seen = places.map(() => [] as { p50: number; p99: number }[]);
  for (let time = 0; time < ROUNDS; time += 1) {
    for (const [index, { server, token, own, dentistId }] of places.entries()) {
      const middle = String(Math.floor(own / 50));
      const urlOf = (count: number) =>
        `${server.url}/heclore/${pathOf(count, dentistId).replace('MIDDLE', middle)}`;
      if (time === 0) await openLoad(urlOf, { rate: RATE, seconds: 2, token });
      seen[index]?.push(await openLoad(urlOf, { rate: RATE, seconds: SECONDS, token }));
    }
  }
  const p99 = seen.map((each) => median(each.map((one) => one.p99)));
  const p50 = seen.map((each) => median(each.map((one) => one.p50)));
  const ratio = median((seen.at(-1) ?? []).map((one, at) => one.p99 / (seen[0]?.[at]?.p99 ?? 0)));
  rows.push([name, ...p50.map((ms) => round(ms, 1)), ...p99.map((ms) => round(ms, 1)), round(ratio)]);
  console.info(name, p50.map((ms) => round(ms, 1)).join(' '), p99.map((ms) => round(ms, 1)).join(' '));
}
console.info(
  `\n${RATE} requests a second, milliseconds, medians of ${ROUNDS} rounds of ${SECONDS} s; cases of the lab: ${places.map(({ own }) => own).join(', ')}\n`,
);
table(
  ['', ...SIZES.map((size) => `p50 ${size}`), ...SIZES.map((size) => `p99 ${size}`), 'times slower'],
  rows,
);
for (const { server, ground } of places) {
  await server.stop();
  await ground.end();
}
