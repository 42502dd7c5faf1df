import { compareSizes } from './by-turns.ts';
import type { Paths } from './case-lists.ts';
import { type Ground, type Served, serveCusp } from './cusp.ts';
import type { Pair } from './fill.ts';
import { processorTime } from './processor-time.ts';
import { openWindow } from './record.ts';

/** A filled database, its requesting people, and their number of cases. */
export interface Place extends Pair {
  size: number;
  own: number;
  ground: Ground;
}

/** An access token is valid for an hour. */
const NEW_TOKEN_MS = 30 * 60_000;

/** Compares requests of a lab in databases of several sizes. */
export async function compareAsLab(places: readonly Place[], paths: Paths): Promise<void> {
  const asked: (Place & { server: Served; token: string })[] = [];
  for (const place of places)
    asked.push({ ...place, server: await serveCusp(place.ground, { ROLE: 'web' }), token: '' });
  let tokensUntil = 0;
  await compareSizes(
    places.map(({ size }) => size),
    Object.keys(paths),
    async (request) => {
      if (Date.now() > tokensUntil) {
        for (const place of asked) place.token = (await openWindow(place.ground, place.labId)).access;
        tokensUntil = Date.now() + NEW_TOKEN_MS;
      }
      return asked.map(({ ground, server, token, own, dentistId }) => ({
        token,
        used: () => processorTime(server, ground),
        urlOf: (count: number) =>
          `${server.url}/heclore/${paths[request]?.(count, dentistId).replace('MIDDLE', String(Math.floor(own / 40)))}`,
      }));
    },
  );
  for (const { server, ground } of asked) {
    await server.stop();
    await ground.end();
  }
}
