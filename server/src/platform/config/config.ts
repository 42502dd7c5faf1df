import { resolve } from 'node:path';
import type { SocialProvider } from '@cusp/contract/wire';
import type { TransportTargetOptions } from 'pino';
import { passkeyDomainsOf } from '../brand/passkey-domains.ts';
import { type Peer, peerOf } from '../region/peer.ts';
import { type Region, regionOf } from '../region/region.ts';
import {
  type GooglePlacesConfig,
  googlePlacesOf,
  type SocialClient,
  socialOf,
  type TwilioConfig,
  twilioOf,
} from './providers.ts';
import {
  addressesOf,
  addressOf,
  type BackupConfig,
  backupOf,
  logPeopleOf,
  logTargetsOf,
  type MalwareScannerConfig,
  malwareScannerOf,
  metricsOf,
  roleOf,
  type S3Config,
  s3Of,
  secondStepRuleOf,
  type TracingConfig,
  ticketRecipientsOf,
  tracingOf,
  trustProxyOf,
  wholeNumber,
} from './settings.ts';

/** All settings of a deployment, read once from the environment at start. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Role of this process: serve people, work on jobs, both, or migrate the database and end. */
  readonly role: 'web' | 'work' | 'all' | 'migrate';
  /** Address at which metrics are served; null turns metrics off. */
  readonly metrics: { host: string; port: number } | null;
  /** Receiver of traces; null turns tracing off. */
  readonly tracing: TracingConfig | null;
  /** Folder for everything Cusp keeps on disk. */
  readonly dataDir: string;
  /** Connection of the application role; null starts the built-in PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Connection of the role that owns the tables and migrates; defaults to `databaseUrl`. */
  readonly databaseOwnerUrl: string | null;
  /** Whether a start migrates the database; otherwise another process with `ROLE=migrate` does. */
  readonly migrates: boolean;
  /**
   * Connection of the application role without a pooler in between, for features that need a session; defaults to
   * `databaseUrl`.
   */
  readonly databaseDirectUrl: string | null;
  /**
   * Connection of the application role to a streaming replica, which then answers lists and counts; null without one.
   */
  readonly databaseReplicaUrl: string | null;
  /** Connections keep the plans of frequent statements. */
  readonly databaseKeepsPlans: boolean;
  readonly databasePoolSize: number;
  /** Target of backups of the built-in database and stored files; null turns backups off. */
  readonly backup: BackupConfig | null;
  readonly region: Region;
  /** Address at which people reach this deployment; links in mails begin with it. */
  readonly publicUrl: string;
  /** All addresses at which people reach this deployment, `publicUrl` first: one for each brand's host. */
  readonly sites: readonly string[];
  /** Parent domains to which new passkeys are bound at the sites below them, so that these share passkeys. */
  readonly passkeyDomains: readonly string[];
  /** Address of the other region's deployment. */
  readonly otherRegionUrl: string | null;
  /** Further addresses of the other region's deployment, one for each brand's host. */
  readonly otherRegionBrandUrls: readonly string[];
  /** The other region's servers; null if the two are not connected. */
  readonly peer: Peer | null;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses or ranges, or all of them. */
  readonly trustProxy: boolean | string[];
  readonly logLevel: string;
  /** How request log lines name people and addresses. */
  readonly logPeople: 'plain' | 'pseudonym' | 'none';
  /** Targets of log lines besides standard output, as targets of pino. */
  readonly logTargets: readonly TransportTargetOptions[];
  /** Signs access tokens; generated and kept in `DATA_DIR/secret` if not set. */
  readonly secretKey: string | null;
  /** Earlier secrets, which still open what they signed and sealed. */
  readonly formerSecretKeys: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Receives the tickets of staff, unless they name another recipient. */
  readonly supportEmail: string;
  /** Further recipients of tickets: addresses, or `@domain` for all of a domain. */
  readonly ticketRecipients: readonly string[];
  /** Sends text messages. Null writes them to the outbox folder, and in production disables them. */
  readonly twilio: TwilioConfig | null;
  /** Limit of text messages that this deployment sends in 24 hours. */
  readonly smsPerDay: number;
  /** Completes addresses in forms; null disables completion. */
  readonly googlePlaces: GooglePlacesConfig | null;
  /** The malware scanner (clamd), by TCP or a Unix socket; null lets files through unscanned. */
  readonly malwareScanner: MalwareScannerConfig | null;
  /** Lists leaked passwords by the beginning of their SHA-1 digest (k-anonymity); null turns the check off. */
  readonly leakedPasswordsUrl: string | null;
  readonly s3: S3Config | null;
  readonly recaptcha: { siteKey: string; secret: string } | null;
  /** Providers for social sign-in; null for those that are not set up. */
  readonly social: Readonly<Record<SocialProvider, SocialClient | null>>;
  /** Adds the demo practice to an empty database. */
  readonly demo: boolean;
  /** Storage quota of one person in bytes. */
  readonly quotaBytes: number;
  /** Idle timeout of a session in minutes. */
  readonly idleMinutes: number;
  /** Hours after sign-in at which a session ends, however active it is. */
  readonly sessionHours: number;
  /** Everybody needs a second step to sign in, not only staff. */
  readonly secondStepRequired: boolean;
  /** Days that accounts have which existed before the rule. */
  readonly secondStepGraceDays: number;
  /**
   * Months for which practices that have not chosen a period keep cases; 0 is indefinitely, null depends on the
   * database.
   */
  readonly retentionMonths: number | null;
  /** Multiplies every rate limit; 0 disables them. */
  readonly rateLimitFactor: number;
  /** Serves the API reference. */
  readonly apiDocs: boolean;
  /** Folder of the built page; null serves the API only. */
  readonly webDir: string | null;
}

type Env = Record<string, string | undefined>;

/** Only the migrating process gets the credentials of the tables' owner. */
const isOwnerElsewhere = (env: Env): boolean => env.DATABASE_OWNER_URL === 'none';

const GIB = 1024 ** 3;

export function readConfig(env: Env = process.env): Config {
  const port = wholeNumber(env, 'PORT', 4800, 0, 65_535);
  const production = env.NODE_ENV === 'production';
  const publicUrl = addressOf(env.PUBLIC_URL || `http://localhost:${port}`);
  const demo = env.DEMO ? env.DEMO === '1' : !production;
  const sites = [publicUrl, ...addressesOf(env.BRAND_URLS)];
  return {
    production,
    // Outside production, everybody who can reach this server can read the mails, and through them open every account.
    host: env.HOST || (production ? '0.0.0.0' : 'localhost'),
    port,
    role: roleOf(env.ROLE),
    metrics: metricsOf(env.METRICS_ADDRESS),
    tracing: tracingOf(env),
    dataDir: resolve(env.DATA_DIR || '.cusp-data'),
    databaseUrl: env.DATABASE_URL || null,
    databaseOwnerUrl: (isOwnerElsewhere(env) ? null : env.DATABASE_OWNER_URL) || env.DATABASE_URL || null,
    migrates: !isOwnerElsewhere(env),
    databaseDirectUrl: env.DATABASE_DIRECT_URL || env.DATABASE_URL || null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL || null,
    databaseKeepsPlans: env.DATABASE_KEEPS_PLANS
      ? env.DATABASE_KEEPS_PLANS === '1'
      : !env.DATABASE_DIRECT_URL,
    databasePoolSize: wholeNumber(env, 'DATABASE_POOL_SIZE', 20),
    backup: backupOf(env, wholeNumber(env, 'BACKUP_DAYS', 30, 1)),
    region: regionOf(env.REGION),
    publicUrl,
    sites,
    passkeyDomains: passkeyDomainsOf(env.PASSKEY_DOMAIN, sites),
    otherRegionUrl: addressOf(env.OTHER_REGION_URL ?? '') || null,
    otherRegionBrandUrls: env.OTHER_REGION_URL ? addressesOf(env.OTHER_REGION_BRAND_URLS) : [],
    peer: peerOf(env, { production }),
    trustProxy: trustProxyOf(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL || 'info',
    logPeople: logPeopleOf(env.LOG_PEOPLE),
    logTargets: logTargetsOf(env.LOG_TARGETS),
    secretKey: env.SECRET_KEY || null,
    formerSecretKeys: (env.SECRET_KEY_FORMER ?? '')
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || 'no-reply@cusp.example',
    supportEmail: env.SUPPORT_EMAIL || 'support@cusp.example',
    ticketRecipients: ticketRecipientsOf(env.TICKET_RECIPIENTS),
    twilio: twilioOf(env),
    smsPerDay: wholeNumber(env, 'SMS_PER_DAY', 2000),
    googlePlaces: googlePlacesOf(env),
    malwareScanner: malwareScannerOf(env.MALWARE_SCANNER),
    leakedPasswordsUrl: addressOf(env.LEAKED_PASSWORDS_URL ?? '') || null,
    s3: s3Of(env, 'S3_'),
    recaptcha:
      env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET
        ? { siteKey: env.RECAPTCHA_SITE_KEY, secret: env.RECAPTCHA_SECRET }
        : null,
    social: { facebook: socialOf(env, 'FACEBOOK'), google: socialOf(env, 'GOOGLE') },
    demo,
    quotaBytes: wholeNumber(env, 'QUOTA_GIB', 50) * GIB,
    idleMinutes: wholeNumber(env, 'IDLE_MINUTES', 30, 1),
    sessionHours: wholeNumber(env, 'SESSION_HOURS', 12, 1),
    secondStepRequired: secondStepRuleOf(env.SECOND_STEP, production),
    secondStepGraceDays: wholeNumber(env, 'SECOND_STEP_GRACE_DAYS', 14),
    retentionMonths: env.RETENTION_MONTHS ? wholeNumber(env, 'RETENTION_MONTHS', 0) : demo ? 0 : null,
    rateLimitFactor: wholeNumber(env, 'RATE_LIMIT_FACTOR', 1),
    apiDocs: env.API_DOCS ? env.API_DOCS === '1' : !production,
    webDir: resolve(import.meta.dirname, '../../../../web/dist'),
  };
}
