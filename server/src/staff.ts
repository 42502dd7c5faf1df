import { STAFF_FLAGS, type StaffFlag } from '@cusp/contract/staff.routes';
import { runCommand, showUsage } from './command.ts';
import { addStaff, listStaff, NotAppointed, removeStaff } from './modules/staff/appoint-staff.ts';
import type { Services } from './platform/services.ts';

const USAGE = `Usage:
  npm run staff -- list
  npm run staff -- add <email> <flag>
  npm run staff -- remove <email> [flag]     without a flag: all of them

Flags: ${STAFF_FLAGS.join(', ')}`;

const isFlag = (word: string | undefined): word is StaffFlag =>
  (STAFF_FLAGS as readonly (string | undefined)[]).includes(word);

type Command = (services: Services) => Promise<string[]>;

/** Parses the arguments of the command line; null if they are invalid. */
export function commandOf([verb, email, flag, ...rest]: readonly string[]): Command | null {
  if (rest.length > 0) return null;
  if (verb === 'list' && email === undefined) return showStaff;
  if (!email?.includes('@')) return null;
  if (verb === 'add' && isFlag(flag))
    return async (services) => [
      (await addStaff(services, email, flag))
        ? `${email} is ${flag} now. A second sign-in step has to be set up at the next sign-in, unless there is one.`
        : `${email} was ${flag} already.`,
    ];
  if (verb === 'remove' && (flag === undefined || isFlag(flag)))
    return async (services) => {
      const taken = await removeStaff(services, email, flag);
      return [taken.length > 0 ? `${email} is no longer ${taken.join(', ')}.` : `${email} had no such flag.`];
    };
  return null;
}

async function showStaff(services: Services): Promise<string[]> {
  const staff = await listStaff(services);
  const width = Math.max(0, ...staff.map(({ email }) => email.length));
  return staff.length > 0
    ? staff.map(({ email, flags }) => `${email.padEnd(width)}  ${flags.join(', ')}`)
    : ['Nobody is staff.'];
}

/** `npm run staff`: appoints staff on the server itself, whether or not Cusp is running. */
async function main(): Promise<void> {
  const command = commandOf(process.argv.slice(2));
  if (!command) return showUsage(USAGE);
  await runCommand(async (services) => {
    for (const line of await command(services)) console.info(line);
  }, NotAppointed);
}

if (import.meta.main) await main();
