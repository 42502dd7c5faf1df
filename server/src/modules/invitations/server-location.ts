import { regionOfSid, sidOf } from '@cusp/contract/storage-region';
import { Refusal } from '../../platform/http/refusal.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';

/** This deployment's location, as in the `sid` of links. */
export const serverLocationParam = (services: Services): string => sidOf(serverLocOf(services.config.region));

/** `?sid=…` for links that need it only if there is another region. */
export const sidWhereTwo = (services: Services): string =>
  services.config.otherRegionUrl === null ? '' : `?sid=${serverLocationParam(services)}`;

/** The address of a page for the token of a mail. */
export const linkWithToken = (services: Services, page: `${string}/:token`, token: string): string =>
  page.replace(':token', token) + sidWhereTwo(services);

/** Throws for a link from the other region's deployment or without its location. */
export function checkServerLocation(services: Services, srvLoc: string | undefined): void {
  if (!srvLoc) throw new Refusal('no_server_location');
  if (regionOfSid(srvLoc) !== serverLocOf(services.config.region)) throw new Refusal('server_is_wrong');
}

/** The same for links that did not always have a `sid`. */
export function checkNamedLocation(services: Services, srvLoc: string | undefined): void {
  if (srvLoc !== undefined) checkServerLocation(services, srvLoc);
}
