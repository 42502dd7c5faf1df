import { availableParallelism } from 'node:os';
import { HashThreads } from './hash-threads.ts';

/**
 * A hash of the same cost that matches no password; checked for unknown accounts, so that both cases take equally
 * long.
 */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$1lh3g9D0mGZb9cP7mDJc3g$ZmU6MrW0dCvXgZ0kUv8m7x6HkC3T1oQhCq2cS0q1b9E';

// Without thread priorities, one processor is kept free.
const FREE = 1;
/** Number of passwords hashed in parallel. */
export const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - FREE));
const threads = new HashThreads(AT_ONCE);

/** Normalised, because keyboards differ in the code points they produce for the same password. */
const bytesOf = (password: string) => password.normalize('NFKC');

export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ kind: 'hash', password: bytesOf(password) }));
}

/** Whether a password matches. Without a hash it takes as long and returns false. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const task = { kind: 'verify', stored: stored ?? NOBODY, password: bytesOf(password) } as const;
  return (await threads.run(task)) === true && typeof stored === 'string';
}

/** Ends the hashing threads; the next password starts new ones. */
export const endHashing = (): Promise<void> => threads.close();
