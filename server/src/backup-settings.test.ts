import { expect, test } from 'vitest';
import { newKeys } from './platform/backup/seal.ts';
import { readConfig } from './platform/config/config.ts';
import { startWarnings } from './safe-start.ts';

const keys = await newKeys();

test('a built-in database without backups is warned about in production only', () => {
  const config = { ...readConfig({}), secondStepRequired: true };
  expect(startWarnings({ ...config, production: true })).toEqual([expect.stringContaining('BACKUP_DIR')]);
  expect(startWarnings(config)).toEqual([]);
  const backup = { target: { dir: '/backups' }, publicKey: keys.publicKey, days: 30 };
  expect(startWarnings({ ...config, production: true, backup })).toEqual([]);
});

test('settings that keep no backups are refused', () => {
  expect(() => readConfig({ BACKUP_DIR: 'x' })).toThrow('BACKUP_PUBLIC_KEY');
  expect(() => readConfig({ BACKUP_DIR: 'x', BACKUP_PUBLIC_KEY: keys.secretKey })).toThrow(
    'BACKUP_PUBLIC_KEY',
  );
  const bucket = {
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_ENDPOINT: 'https://s3.example',
    BACKUP_S3_REGION: 'eu-central-1',
    BACKUP_S3_ACCESS_KEY: 'key',
    BACKUP_S3_SECRET_KEY: 'secret',
    BACKUP_PUBLIC_KEY: keys.publicKey,
  };
  const own = { BACKUP_DIR: 'x', BACKUP_PUBLIC_KEY: keys.publicKey };
  expect(() => readConfig({ ...bucket, BACKUP_DIR: 'x' })).toThrow('exclude each other');
  expect(() => readConfig({ ...bucket, BACKUP_S3_SECRET_KEY: '' })).toThrow('BACKUP_S3_SECRET_KEY');
  expect(() => readConfig({ ...own, DATABASE_URL: 'postgresql://db.example/cusp' })).toThrow('built-in');
});
