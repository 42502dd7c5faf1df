import { PAGES } from '@cusp/contract/pages';
import { STAFF_FLAGS } from '@cusp/contract/staff.routes';
import { demoAccounts, emailOf } from '../demo-accounts.ts';
import type { Services } from '../platform/services.ts';
import { sendDemoCases } from './cases.ts';
import { type Cast, DEMO_PASSWORD } from './cast.ts';
import { addDevices } from './devices.ts';
import { CAST } from './people.ts';
import { EU_CAST } from './people-eu.ts';
import { US_CAST } from './people-us.ts';
import { addGroupsAndConnections, addPeople } from './practices.ts';

/** Each of two regions gets its own people, from countries whose data is kept there. */
const castOf = ({ region, otherRegionUrl }: Services['config']): Cast => {
  if (otherRegionUrl === null) return CAST;
  return region === 'eu' ? EU_CAST : US_CAST;
};

/**
 * Fills an empty database with the demo practice: people, share groups, connections and cases of the last months; a
 * database with people is not changed. `mark` is called before the first row and after the last.
 */
export async function seedDemoOnce(
  services: Services,
  mark: (make: () => Promise<void>) => Promise<void> = (make) => make(),
): Promise<string[]> {
  const cast = castOf(services.config);
  if (!(await services.db.selectFrom('app_user').select('id').limit(1).executeTakeFirst())) {
    await mark(async () => {
      services.log.info('making the demo practice');
      const people = await addPeople(services, cast);
      await addGroupsAndConnections(services, cast, people);
      await sendDemoCases(services, cast, people, await addDevices(services, cast, people));
    });
  }
  return loginLines(services, cast);
}

const STAFF = new Set<string | undefined>(STAFF_FLAGS.map((flag) => `is_${flag}`));

/** Lines of the start message; empty if the demo was never created here. */
async function loginLines(services: Services, { people }: Cast): Promise<string[]> {
  if ((await demoAccounts(services.db)).length === 0) return [];
  const width = Math.max(...people.map(({ key }) => emailOf(key).length));
  const lines = (isStaff: boolean) =>
    people
      .filter(({ shown, flag }) => shown && STAFF.has(flag) === isStaff)
      .map(({ key, institution, shown }) => `  ${emailOf(key).padEnd(width)}  ${institution}: ${shown}`);
  return [
    `Demo logins (password ${DEMO_PASSWORD}):`,
    ...lines(false),
    `Staff of the demo, at ${services.config.publicUrl}${PAGES.adm}:`,
    ...lines(true),
  ];
}
