import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { runCommand, showUsage } from './command.ts';
import { type BreachReport, breachReport, type Incident, NoReport } from './modules/privacy/breach-report.ts';

const USAGE = `Usage: npm run breach-report -- [options]

Says whose data an incident touched. All options that are given must fit.
  --session <id>       a session, as in the audit log and the request log
  --account <email>    an account that was used; also finds former addresses
  --file <id>          a file that leaked
  --address <ip>       a network address
  --from <time>        for example 2026-11-24T08:00Z
  --to <time>          the end, not included
  --json               as JSON, for a notice to each practice`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses the arguments of the command line; null if they are invalid. */
export function askedFor(args: readonly string[]): { incident: Incident; isJson: boolean } | null {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ session: text, account: text, file: text, address: text, from: text, to: text },
        json: { type: 'boolean' },
      },
    });
    const { session, account, file, address, from, to, json } = values;
    const times = [from, to].filter((each) => each !== undefined);
    // Without a zone a time would be parsed in the zone of this machine.
    if (times.some((each) => !/(Z|[+-]\d\d:\d\d)$/.test(each) || Number.isNaN(Date.parse(each)))) return null;
    if (session !== undefined && !UUID.test(session)) return null;
    // A mistyped address would match nothing.
    if (address !== undefined && (!isIP(address) || address.includes('%'))) return null;
    if (account !== undefined && !account.includes('@')) return null;
    if (file !== undefined && !/^[1-9]\d{0,14}$/.test(file)) return null;
    const incident: Incident = {
      ...(session ? { session } : {}),
      ...(account ? { account } : {}),
      ...(file ? { file: Number(file) } : {}),
      ...(address ? { address } : {}),
      ...(from ? { from: new Date(from) } : {}),
      ...(to ? { to: new Date(to) } : {}),
    };
    return Object.keys(incident).length === 0 ? null : { incident, isJson: json === true };
  } catch {
    return null;
  }
}

/** The report for people; it names no patients, because the practices know them by the numbers of their cases. */
export function reportText({ entries, accounts, former, practices }: BreachReport): string[] {
  const cases = new Set(practices.flatMap((each) => each.cases.map(({ no }) => no))).size;
  return [
    `Entries of the audit log: ${entries}. Cases: ${cases}. Practices: ${practices.length}.`,
    ...accounts.map(
      ({ name, email, sessions }) => `Used: ${name} <${email}>, sessions ${sessions.join(', ') || 'none'}`,
    ),
    ...former.map(
      ({ id, email, until }) =>
        `Account ${id}, now <${email}>, had this address until ${until}. It is in this report.`,
    ),
    ...practices.flatMap(({ contact, cases: own }) => [
      '',
      `${contact.institution || contact.name} (${contact.country}), contact ${contact.name} <${contact.email}>`,
      ...own.map(({ no, actions, first, last }) => `  ${no}  ${first} to ${last}  ${actions.join(', ')}`),
    ]),
  ];
}

/** `npm run breach-report`: runs on the server itself, whether or not Cusp is running. */
async function main(): Promise<void> {
  const asked = askedFor(process.argv.slice(2));
  if (!asked) return showUsage(USAGE);
  await runCommand(async (services) => {
    const report = await breachReport(services, asked.incident);
    const lines = asked.isJson ? [JSON.stringify(report, null, 2)] : reportText(report);
    for (const line of lines) console.info(line);
  }, NoReport);
}

if (import.meta.main) await main();
