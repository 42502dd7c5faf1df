import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { HashThreads } from './hash-threads.ts';
import { hashPassword, passwordFits } from './password-hash.ts';

const PASSWORD = 'three brown molars';
let threads = new HashThreads(2);
afterEach(async () => {
  await threads.close();
  threads = new HashThreads(2);
});

/** The nice value of each thread of this process, from proc(5). */
const priorities = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').pop()?.split(' ');
    return Number(fields?.[16]);
  });

test('a hash matches its own password and nothing else', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordFits(hash, PASSWORD)).toBe(true);
  expect(await passwordFits(hash, 'three brown molar')).toBe(false);
  for (const nobody of [null, undefined]) expect(await passwordFits(nobody, PASSWORD)).toBe(false);
});

test('the same password in other code points matches', async () => {
  expect(await passwordFits(await hashPassword('caf\u00e9 molaire'), 'cafe\u0301 molaire')).toBe(true);
});

test('more tasks than threads each get their own answer', async () => {
  const words = Array.from({ length: 7 }, (_, number) => `${PASSWORD} ${number}`);
  const hashes = await Promise.all(words.map((password) => threads.run({ kind: 'hash', password })));
  const fits = hashes.map((stored, at) =>
    threads.run({ kind: 'verify', stored: String(stored), password: words[(at + (at % 2)) % 7] ?? '' }),
  );
  expect(await Promise.all(fits)).toEqual(words.map((_, at) => at % 2 === 0));
});

test('an invalid task fails alone', async () => {
  const broken = threads.run({ kind: 'verify', stored: 'no hash', password: PASSWORD });
  const sound = threads.run({ kind: 'hash', password: PASSWORD });
  await expect(broken).rejects.toThrow();
  await expect(sound).resolves.toMatch(/^\$argon2id/);
});

test('a crashed thread fails its own task and is replaced', async () => {
  const source = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ password }) => {
      if (password === 'die') process.exit(1);
      if (password === 'throw') throw new Error('broken');
      parentPort.postMessage({ value: password });
    });`;
  const one = new HashThreads(1, new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  const ask = (password: string) => one.run({ kind: 'hash', password });
  const answers = await Promise.allSettled(['a', 'die', 'b', 'throw', 'c'].map(ask));
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
    'a',
    'failed',
    'b',
    'failed',
    'c',
  ]);
  await one.close();
});

test('closing waits for pending tasks, and a later task starts new threads', async () => {
  const running = threads.run({ kind: 'hash', password: PASSWORD });
  await threads.close();
  await expect(Promise.race([running, 'not done'])).resolves.toMatch(/^\$argon2id/);
  await expect(threads.run({ kind: 'hash', password: PASSWORD })).resolves.toMatch(/^\$argon2id/);
});

test.runIf(process.platform === 'linux')(
  'hashing threads have the lowest priority and end when closed',
  async () => {
    const before = priorities().filter((nice) => nice === 19).length;
    await threads.run({ kind: 'hash', password: PASSWORD });
    expect(priorities().filter((nice) => nice === 19)).toHaveLength(before + 1);
    await threads.close();
    expect(priorities().filter((nice) => nice === 19)).toHaveLength(before);
  },
);
