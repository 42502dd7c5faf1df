import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. The library's default kind is argon2id. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password has: checked where there is no account, so that both take as long. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$1lh3g9D0mGZb9cP7mDJc3g$ZmU6MrW0dCvXgZ0kUv8m7x6HkC3T1oQhCq2cS0q1b9E';

// Hashes run on the thread pool that file access needs too, and on processors that answer everybody else: some
// of its threads and one processor stay free.
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The place goes to the next in line; it is given up only when nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The same password typed on two keyboards can differ in code points; both forms count. */
const bytesOf = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(bytesOf(password), COST));

/** Whether a password fits. Takes as long when there is no hash to compare with, and is false then. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? NOBODY, bytesOf(password)));
  return fits && typeof stored === 'string';
}
