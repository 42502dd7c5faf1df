import { Refusal } from '../../platform/http/refusal.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';

/** This deployment's location, as in the `sid` of links. */
export const serverLocationParam = (services: Services): string =>
  Buffer.from(serverLocOf(services.config.region)).toString('base64url');

/** Throws for a link from the other region's deployment or without its location. */
export function checkServerLocation(services: Services, srvLoc: string | undefined): void {
  if (!srvLoc) throw new Refusal('no_server_location');
  const named = Buffer.from(srvLoc, 'base64').toString('latin1');
  if (named !== serverLocOf(services.config.region)) throw new Refusal('server_is_wrong');
}
