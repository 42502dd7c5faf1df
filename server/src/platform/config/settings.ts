import { resolve } from 'node:path';
import type { TransportTargetOptions } from 'pino';
import { WrongSetting } from './wrong-setting.ts';

export type MalwareScannerConfig = { host: string; port: number } | { path: string };

export interface S3Config {
  /** null is Amazon's own store. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** The store in the settings with a prefix; null without a bucket. */
export function s3Of(env: Settings, prefix: 'S3_' | 'BACKUP_S3_'): S3Config | null {
  const bucket = env[`${prefix}BUCKET`];
  if (!bucket) return null;
  const need = (name: string): string => {
    const value = env[`${prefix}${name}`];
    if (!value) throw new WrongSetting(`${prefix}BUCKET needs ${prefix}${name}`);
    return value;
  };
  return {
    endpoint: env[`${prefix}ENDPOINT`] || null,
    region: env[`${prefix}REGION`] || 'us-east-1',
    bucket,
    accessKey: need('ACCESS_KEY'),
    secretKey: need('SECRET_KEY'),
  };
}

export type BackupTarget = { dir: string } | { s3: S3Config };

export interface BackupConfig {
  target: BackupTarget;
  /** The public key seals; only the secret key, which is kept elsewhere, opens. */
  publicKey: string;
  /** Number of days of which each second can be restored. */
  days: number;
}

/** Settings by name, as the environment has them. */
export type Settings = Record<string, string | undefined>;

export const addressOf = (text: string): string => text.trim().replace(/\/+$/, '');

export const addressesOf = (list = ''): string[] => list.split(',').map(addressOf).filter(Boolean);

export function wholeNumber(
  env: Settings,
  name: string,
  fallback: number,
  least = 0,
  most = Infinity,
): number {
  const value = env[name];
  if (!value) return fallback;
  const parsed = Number(value);
  if (Number.isInteger(parsed) && parsed >= least && parsed <= most) return parsed;
  const range = most < Infinity ? ` from ${least} to ${most}` : least > 0 ? ` from ${least} on` : '';
  throw new WrongSetting(`${name} must be a whole number${range}, not "${value}"`);
}

export function backupTargetOf(env: Settings): BackupTarget | null {
  const s3 = s3Of(env, 'BACKUP_S3_');
  if (s3 && env.BACKUP_DIR)
    throw new WrongSetting('BACKUP_DIR and BACKUP_S3_BUCKET exclude each other: set one.');
  return s3 ? { s3 } : env.BACKUP_DIR ? { dir: resolve(env.BACKUP_DIR) } : null;
}

export function backupOf(env: Settings, days: number): BackupConfig | null {
  const target = backupTargetOf(env);
  if (!target) return null;
  const name = 's3' in target ? 'BACKUP_S3_BUCKET' : 'BACKUP_DIR';
  if (env.DATABASE_URL)
    throw new WrongSetting(
      `${name} is for the built-in database. Back up the one of DATABASE_URL with its own tools; see "Backups" in the README.`,
    );
  const publicKey = env.BACKUP_PUBLIC_KEY ?? '';
  if (!/^age1[a-z0-9]{58}$/.test(publicKey))
    throw new WrongSetting(
      `${name} needs BACKUP_PUBLIC_KEY, which begins with age1. Make a pair with: npm run backup -- --new-keys`,
    );
  return { target, publicKey, days };
}

export function secondStepRuleOf(value: string | undefined, production: boolean): boolean {
  if (!value) return production;
  if (value === 'required' || value === 'optional') return value === 'required';
  throw new WrongSetting(`SECOND_STEP must be required or optional, not "${value}"`);
}

export function malwareScannerOf(value: string | undefined): MalwareScannerConfig | null {
  if (!value) return null;
  const [, path] = /^unix:(\/.+)$/.exec(value) ?? [];
  if (path) return { path };
  const [, host, port] = /^tcp:\/\/\[?([^\]/]+?)\]?(?::(\d+))?$/.exec(value) ?? [];
  if (!host) throw new WrongSetting(`MALWARE_SCANNER must be tcp://host:port or unix:/path, not "${value}"`);
  return { host, port: Number(port ?? 3310) };
}

export function logPeopleOf(value = 'plain'): 'plain' | 'pseudonym' | 'none' {
  if (value === '' || value === 'plain') return 'plain';
  if (value === 'pseudonym' || value === 'none') return value;
  throw new WrongSetting(`LOG_PEOPLE must be plain, pseudonym or none, not "${value}"`);
}

export function logTargetsOf(value: string | undefined): TransportTargetOptions[] {
  if (!value) return [];
  const hint =
    'LOG_TARGETS must be a JSON list such as [{"target":"pino/file","options":{"destination":"/var/log/cusp.log"}}]';
  let targets: unknown;
  try {
    targets = JSON.parse(value);
  } catch {
    throw new WrongSetting(hint);
  }
  const isTarget = (item: unknown) =>
    typeof item === 'object' && item !== null && 'target' in item && typeof item.target === 'string';
  if (!Array.isArray(targets) || !targets.every(isTarget)) throw new WrongSetting(hint);
  return targets;
}

export function trustProxyOf(value: string | undefined): boolean | string[] {
  if (!value || value === 'false') return false;
  return value === 'true' ? true : value.split(',').map((part) => part.trim());
}

export const ticketRecipientsOf = (value = ''): string[] => {
  const recipients = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const odd = recipients.find((part) => !/^[^\s@]*@[^\s@]+\.[^\s@]+$/.test(part));
  if (odd)
    throw new WrongSetting(
      `TICKET_RECIPIENTS has "${odd}", which is neither an address nor a domain such as @example.com`,
    );
  return recipients;
};

export function roleOf(value = 'all'): 'web' | 'work' | 'all' | 'migrate' {
  if (value === '' || value === 'all') return 'all';
  if (value === 'web' || value === 'work' || value === 'migrate') return value;
  throw new WrongSetting(`ROLE must be web, work, all or migrate, not "${value}"`);
}

export function metricsOf(value: string | undefined): { host: string; port: number } | null {
  if (!value) return null;
  const [, host, port] = /^(?:\[?([^\]]+?)\]?:)?(\d{1,5})$/.exec(value) ?? [];
  if (!port) throw new WrongSetting(`METRICS_ADDRESS must be a port or host:port, not "${value}"`);
  return { host: host ?? 'localhost', port: Number(port) };
}

export interface TracingConfig {
  /** Receives spans by OTLP over HTTP. */
  url: string;
  service: string;
  /** Share of the requests and jobs that are traced. */
  ratio: number;
}

/** The variables of OpenTelemetry. The exporter reads those of its headers itself. */
export function tracingOf(env: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_SERVICE_NAME?: string;
  OTEL_TRACES_SAMPLER_ARG?: string;
}): TracingConfig | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  if (!/^https?:\/\/[^/]/.test(endpoint))
    throw new WrongSetting(
      `OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://, not "${endpoint}"`,
    );
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1))
    throw new WrongSetting(
      `OTEL_TRACES_SAMPLER_ARG must be between 0 and 1, not "${env.OTEL_TRACES_SAMPLER_ARG}"`,
    );
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    service: env.OTEL_SERVICE_NAME || 'cusp',
    ratio,
  };
}
