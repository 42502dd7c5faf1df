import { isIP } from 'node:net';
import { type RawBuilder, sql } from 'kysely';
import { demoAccounts } from './demo-accounts.ts';
import { otherRegionSites } from './platform/brand/site.ts';
import type { Config } from './platform/config/config.ts';
import { connect, type Db } from './platform/db/database.ts';
import { roleOf } from './platform/db/open.ts';
import { START_RETRY_MS } from './platform/db/retry.ts';
import { isStrongSecret } from './platform/secrets/secret-strength.ts';

/** The settings are not safe for production; `message` lists all reasons with their remedies. */
export class UnsafeStart extends Error {
  constructor(problems: readonly string[]) {
    super(
      ['Cusp does not start in production (NODE_ENV=production) like this:', ...problems].join('\n  - ') +
        '\nREADME, "In production", shows a set-up that is safe. To try Cusp out, leave NODE_ENV unset.',
    );
    this.name = 'UnsafeStart';
  }
}

/** Refuses to serve with settings that would expose people's data; reports all problems at once. */
export async function requireSafeStart(config: Config, urls: { app: string; owner: string }): Promise<void> {
  const problems = configProblems(config);
  try {
    problems.push(...(await databaseProblems(config, urls, problems.length > 0 ? 0 : START_RETRY_MS)));
  } catch (error) {
    // Known problems are reported without waiting for a database that is unreachable.
    if (problems.length === 0) throw error;
  }
  if (problems.length > 0) throw new UnsafeStart(problems);
}

function configProblems(config: Config): string[] {
  const { secretKey, smtpUrl, trustProxy, otherRegionUrl, peer, demo } = config;
  const insecure = [...config.sites, ...otherRegionSites(config)].filter(
    (address) => !address.startsWith('https://'),
  );
  return [
    secretKey !== null &&
      !isStrongSecret(secretKey) &&
      'SECRET_KEY has less than 32 random bytes, so sessions could be forged. Make one with: openssl rand -hex 32',
    insecure.length > 0 &&
      `PUBLIC_URL, BRAND_URLS and the addresses of the other region have to begin with https://, which ${insecure.join(', ')} does not: passwords and patients' names would travel readable for everybody. Put a proxy with TLS in front and name its address.`,
    !/^smtps?:\/\/[^/]/i.test(smtpUrl ?? '') &&
      'SMTP_URL is not set, or is no address of a mail server, so mails reach nobody: people could neither activate an account nor set a new password. Name a mail server, such as smtps://name:password@mail.example.com',
    (trustProxy === true || (trustProxy && !trustProxy.every(isProxy))) &&
      "TRUST_PROXY takes the word of more than proxies for people's addresses, which undoes the limits by address. Name the addresses of your proxies instead, such as TRUST_PROXY=10.0.0.5",
    otherRegionUrl !== null &&
      peer === null &&
      'OTHER_REGION_URL is set without the keys of the regions, so one email address could get an account in each. Print them with: npm run region-keys',
    demo && 'DEMO=1 makes accounts with a known password. Leave DEMO unset.',
  ].filter((problem) => problem !== false);
}

/** Settings weaker than production should have, which a deployment may still choose. */
export const startWarnings = ({
  production,
  secondStepRequired,
  databaseUrl,
  backup,
}: Pick<Config, 'production' | 'secondStepRequired' | 'databaseUrl' | 'backup'>): string[] =>
  [
    production &&
      !secondStepRequired &&
      'SECOND_STEP=optional lets people see patients with a password alone. Remove it to require a second step of everybody.',
    production &&
      !databaseUrl &&
      !backup &&
      'The built-in database is not backed up. Set BACKUP_DIR or BACKUP_S3_BUCKET; see "Backups" in the README.',
  ].filter((warning) => warning !== false);

/** Names of private ranges that the HTTP server supports. */
const PRIVATE_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
/** Shortest prefixes of private networks: 10.0.0.0/8 and fc00::/7. Shorter ones contain public addresses. */
const SHORTEST_PREFIX = { 4: 8, 6: 7 } as const;

/** Whether an entry of TRUST_PROXY is an address, or a range no larger than a private network. */
function isProxy(entry: string): boolean {
  if (PRIVATE_RANGES.includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) >= SHORTEST_PREFIX[version as 4 | 6])
  );
}

async function databaseProblems(
  { migrates }: Config,
  urls: { app: string; owner: string },
  retryMs: number,
): Promise<string[]> {
  const app = connect(urls.app, 1, { retryMs });
  const owner = connect(urls.owner, 1, { retryMs });
  try {
    const isOwner = (migrates && roleOf(urls.app) === roleOf(urls.owner)) || (await ownsTables(app.db));
    const demo = await demoAccounts(owner.db);
    return [
      isOwner &&
        `The role "${roleOf(urls.app)}" of DATABASE_URL owns the tables or may change them, so a flaw in Cusp could empty the audit log. Let another role own them, and name that one in DATABASE_OWNER_URL.`,
      demo.length > 0 &&
        `The database holds demo accounts, whose password is known: ${demo.join(', ')}. Use a database, or a DATA_DIR, that never held the demo practice.`,
    ].filter((problem) => problem !== false);
  } finally {
    await Promise.all([app.db.destroy(), owner.db.destroy()]);
  }
}

/** Whether the connection's role may do more than read and write rows: alter, drop or create tables. */
async function ownsTables(db: Db): Promise<boolean> {
  const mine = (owner: RawBuilder<unknown>) => sql`pg_has_role(current_user, ${owner}, 'member')`;
  const { rows } = await sql<{ owns: boolean }>`
    select
      ${mine(sql`(select datdba from pg_database where datname = current_database())`)}
      or exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'S', 'v') and ${mine(sql`c.relowner`)}
      )
      or exists (
        select from pg_namespace
        where nspname in ('public', 'pgboss')
          and (${mine(sql`nspowner`)} or has_schema_privilege(current_user, oid, 'create'))
      ) as owns
  `.execute(db);
  return rows[0]?.owns ?? false;
}
