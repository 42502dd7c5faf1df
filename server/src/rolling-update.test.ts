import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '@cusp/contract/endpoint';
import { freePort } from '@cusp/local-postgres/free-port';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { buildApp } from './app.ts';
import { hashPassword } from './modules/identity/hashing/password-hash.ts';
import { readConfig } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import { prepareDatabase } from './platform/db/prepare.ts';
import { createLogger, startServices } from './start-services.ts';
import { CHILD_ENV } from './testing/child-env.ts';
import { completeFields } from './testing/draft-forms.ts';
import { openEmptyDatabase } from './testing/empty-database.ts';
import { PASSWORD } from './testing/sign-in.ts';
import { formWith, sha256, stl } from './testing/uploads.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Packages that a server needs to run. */
const PACKAGES = ['text', 'mesh', 'fixtures', 'dental', 'contract', 'local-postgres', 'server'];

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The previous release: the newest tag `v…`, without tags the commit before the newest migration. Or the reason why it
 * is missing.
 */
function previousRelease(newest: string): { commit: string } | { missing: string } {
  try {
    const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').split('\n');
    if (tag) return { commit: tag };
    const path = `server/migrations/${newest}`;
    const [added] = git('log', '--no-renames', '--diff-filter=A', '--format=%H %P', '--', path).split('\n');
    // An uncommitted migration is not in the history yet.
    if (!added) return { commit: git('rev-parse', 'HEAD') };
    const [, parent] = added.split(' ');
    return parent ? { commit: parent } : { missing: 'the history of this checkout is too short' };
  } catch {
    return { missing: 'there is no git, or this is no checkout' };
  }
}

/** Its code in a folder, with the packages that are installed here. */
async function checkOut(commit: string): Promise<string> {
  const folder = await scratchFolder('cusp-previous-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit, 'package.json', 'languages', ...PACKAGES], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const place of ['.', 'server']) {
    const installed = await readdir(join(ROOT, place, 'node_modules')).catch(() => []);
    await mkdir(join(folder, place, 'node_modules'), { recursive: true });
    for (const name of installed.filter((each) => each !== '@cusp'))
      await symlink(join(ROOT, place, 'node_modules', name), join(folder, place, 'node_modules', name));
  }
  await mkdir(join(folder, 'node_modules/@cusp'));
  for (const name of PACKAGES) await symlink(join(folder, name), join(folder, 'node_modules/@cusp', name));
  return folder;
}

/** Runs it as in production; resolves when it serves. */
async function serve(folder: string, env: Record<string, string>): Promise<string> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(folder, 'server/src/main.ts')], {
    env: { ...CHILD_ENV, PORT: port, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the previous release ended with ${child.exitCode}`);
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok)
      return `http://127.0.0.1:${port}`;
    await pause(100);
  }
}

interface Person {
  id: number;
  email: string;
}

/** People as an earlier release wrote them, without newer columns. */
async function twoPartners(db: Db): Promise<[Person, Person]> {
  const { rows } = await sql<Person>`
    insert into app_user (email, email_key, password_hash, first_name, last_name, role, country, region,
      activated_at, region_set_at)
    select name || '@cusp.example', name || '@cusp.example', ${await hashPassword(PASSWORD)}, name, name, role, 'DE', 'us',
      now(), now()
    from (values ('clinic', 'Dental Clinic'), ('lab', 'Dental Lab')) as people (name, role)
    returning id, email
  `.execute(db);
  const [clinic, lab] = rows;
  if (!clinic || !lab) throw new Error('nobody was inserted');
  await sql`
    insert into connection (owner_id, user_id, email, email_key, pair_key, status)
    values (${clinic.id}, ${lab.id}, ${lab.email}, ${lab.email}, ${`${clinic.email} ${lab.email}`}, 'ACCD')
  `.execute(db);
  return [clinic, lab];
}

/** A day's work: a clinic sends a case with a scan, and the lab finds, reads, downloads and answers it. */
async function work(url: string, clinic: Person, lab: Person): Promise<void> {
  const signIn = async (email: string) => {
    const reply = await call('', 'POST', '/v1/auth/login/', { username: email, password: PASSWORD });
    return z.object({ access: z.string() }).parse(reply).access;
  };
  const call = async (token: string, method: string, path: string, body?: object): Promise<unknown> => {
    const isForm = body instanceof FormData;
    const reply = await fetch(url + API_BASE + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(reply.status, `${method} ${path}: ${bytes.subarray(0, 300)}`).toBeLessThan(300);
    return reply.headers.get('content-type')?.includes('json') ? JSON.parse(bytes.toString()) : bytes;
  };

  const author = await signIn(clinic.email);
  const recipient = await signIn(lab.email);
  const draft = z
    .object({ id: z.number(), version: z.number() })
    .parse(
      await call(author, 'POST', '/v1/drafts/', { key: crypto.randomUUID(), fields: completeFields(lab.id) }),
    );
  const scan = stl(50, draft.id);
  await call(author, 'POST', `/v1/cases/${draft.id}/file/`, formWith(scan, 'upper.stl'));
  await call(author, 'POST', `/v1/drafts/${draft.id}/send/`, { version: draft.version });

  const listed = z.array(z.object({ id: z.number() }));
  const { posts } = z.object({ posts: listed }).parse(await call(recipient, 'GET', '/v1/cases/'));
  expect(posts.map(({ id }) => id)).toContain(draft.id);
  await call(recipient, 'POST', `/v1/cases/${draft.id}/opened/`);
  await call(recipient, 'GET', `/v1/cases/${draft.id}/`);
  await call(recipient, 'PUT', `/v1/cases/${draft.id}/status/`, { action: 'PROC' });
  await call(recipient, 'POST', `/v1/cases/${draft.id}/comment/`, { comment: 'Hello' });
  const ofCase = (part: string) => call(author, 'GET', `/v1/cases/${draft.id}/${part}/`);
  const { files } = z.object({ files: listed }).parse(await ofCase('files'));
  const download = await call(recipient, 'GET', `/v1/files/${files[0]?.id}/download/`);
  expect(sha256(z.instanceof(Buffer).parse(download))).toBe(sha256(scan));
  expect(await ofCase('comments')).toMatchObject({ comments: [{ text: 'Hello' }] });
}

test('the previous release keeps working after the migrations, beside this one', async ({ skip }) => {
  const newest = (await readdir(join(ROOT, 'server/migrations'))).sort().at(-1) ?? '';
  const previous = previousRelease(newest);
  if ('missing' in previous) return skip(`No previous release: ${previous.missing}.`);

  const { urls } = await openEmptyDatabase();
  const dataDir = await scratchFolder('cusp-rolling-');
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: 'x'.repeat(40),
    DATABASE_URL: urls.app,
    DATABASE_OWNER_URL: urls.owner,
    // Few connections, so that each has its plans before the migrations.
    DATABASE_POOL_SIZE: '2',
    RATE_LIMIT_FACTOR: '0',
    DEMO: '0',
    LOG_LEVEL: 'error',
  };
  const previousUrl = await serve(await checkOut(previous.commit), env);

  const running = await startServices(readConfig(env), urls, createLogger('silent'), {
    work: false,
  });
  onTestFinished(() => running.close());
  const [clinic, lab] = await twoPartners(running.services.db);
  await work(previousUrl, clinic, lab);
  expect(await prepareDatabase(urls, 'us')).toContain(newest.replace('.ts', ''));
  await work(previousUrl, clinic, lab);

  const app = await buildApp(running.services, { rateLimitFactor: 0 });
  onTestFinished(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await work(url, clinic, lab);
  await work(previousUrl, clinic, lab);
}, 120_000);
