import { join } from 'node:path';
import { backUp, NotBackedUp } from './platform/backup/back-up.ts';
import { secretsOf } from './platform/backup/restore.ts';
import { newKeys } from './platform/backup/seal.ts';
import { openTarget, refusalOf } from './platform/backup/target.ts';
import { readConfig } from './platform/config/config.ts';
import { openOrJoinDatabase } from './platform/db/open.ts';
import { createLogger } from './start-services.ts';

const USAGE = `Usage:
  npm run backup                  makes a full copy into BACKUP_DIR or BACKUP_S3_BUCKET, whether or not Cusp is running
  npm run backup -- --new-keys    prints a new pair of keys`;

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 1 && words[0] === '--new-keys') return showKeys();
  if (words.length > 0) throw new NotBackedUp(USAGE);
  const config = readConfig();
  if (!config.backup)
    throw new NotBackedUp('Set BACKUP_DIR or BACKUP_S3_BUCKET; see "Backups" in the README.');
  const target = await openTarget(config.backup.target);
  // Reports a wrong target before a database is started.
  await target.storage.ready();
  const began = performance.now();
  const database = await openOrJoinDatabase(config, createLogger('warn'));
  try {
    if (!database.admin) throw new NotBackedUp('Only the built-in database is backed up by this command.');
    const { placesOf } = await import('@cusp/local-postgres/archive');
    const { cluster, passwordFile } = placesOf(join(config.dataDir, 'postgres'));
    const { copy, files, removed } = await backUp({
      target,
      publicKey: config.backup.publicKey,
      days: config.backup.days,
      adminUrl: database.admin,
      cluster,
      secrets: secretsOf(config.dataDir, passwordFile),
      filesFolder: config.s3 ? null : join(config.dataDir, 'files'),
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    console.info(`Backed up the database in ${seconds} s. New files in the backup: ${files}.`);
    console.info(`Each second from ${copy.finishedAt} on can be restored, besides those of earlier copies.`);
    if (removed > 0)
      console.info(`Removed from the backup, because no copy needs them any more: ${removed}.`);
    if (config.secretKey) console.info('SECRET_KEY is not part of it: keep it where BACKUP_SECRET_KEY is.');
    if (config.s3) console.info('Files in S3 are not part of it: keep their versions in the bucket.');
  } finally {
    await database.stop();
  }
}

async function showKeys(): Promise<void> {
  const { publicKey, secretKey } = await newKeys();
  console.info(`# For the server: seals, opens nothing.\nBACKUP_PUBLIC_KEY=${publicKey}\n`);
  console.info(
    `# To restore. Keep it away from the server; without it every backup is lost.\nBACKUP_SECRET_KEY=${secretKey}`,
  );
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected =
    error instanceof NotBackedUp || (error instanceof Error && /^BACKUP_/.test(error.message));
  console.error(refusalOf(error) ?? (isExpected ? error.message : error));
  process.exitCode = 1;
});
