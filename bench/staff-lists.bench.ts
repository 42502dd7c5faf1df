/** Every staff list at a steady rate, with ten thousand rows of each kind and with a million, in turn. */
import { compareSizes } from './support/by-turns.ts';
import { type Ground, type Served, serveCusp } from './support/cusp.ts';
import { fillForStaff, STAFF_ID } from './support/fill-staff.ts';
import { filledGround } from './support/kept-ground.ts';
import { processorTime } from './support/processor-time.ts';
import { openWindow } from './support/record.ts';
import { ASKED } from './support/staff-lists.ts';

const SIZES = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
/** An access token is valid for an hour. */
const NEW_TOKEN_MS = 30 * 60_000;

const places: { size: number; ground: Ground; server: Served; token: string }[] = [];
for (const size of SIZES) {
  const ground = await filledGround(process.env.KEEP, size, (each) => fillForStaff(each, size));
  // Rows that were loaded past the product wait for its background work, such as announcing a million files.
  places.push({ size, ground, server: await serveCusp(ground, { ROLE: 'web' }), token: '' });
}

const paths = new Map(ASKED);
let tokensUntil = 0;
await compareSizes(SIZES, [...paths.keys()], async (request) => {
  if (Date.now() > tokensUntil) {
    for (const place of places) place.token = (await openWindow(place.ground, STAFF_ID, 'staff')).access;
    tokensUntil = Date.now() + NEW_TOKEN_MS;
  }
  return places.map(({ size, ground, server, token }) => ({
    token,
    used: () => processorTime(server, ground),
    urlOf: () =>
      `${server.url}/heclore/${paths
        .get(request)
        ?.replace('MIDDLE', String(Math.floor(size / 50)))
        .replace('DIGITS', '471147'.slice(0, Math.round(Math.log10(size)) - 2))}`,
  }));
});
for (const { server, ground } of places) {
  await server.stop();
  await ground.end();
}
