import { availableParallelism } from 'node:os';
import { HashThreads } from './hash-threads.ts';

/** A hash of the same cost that no password has: checked where there is no account, so that both take as long. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$1lh3g9D0mGZb9cP7mDJc3g$ZmU6MrW0dCvXgZ0kUv8m7x6HkC3T1oQhCq2cS0q1b9E';

// Where hashing cannot step back for others, one processor stays free of it.
const FREE = 1;
/** How many passwords are hashed at a time. */
export const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - FREE));
const threads = new HashThreads(AT_ONCE);

/** The same password typed on two keyboards can differ in code points; both forms count. */
const bytesOf = (password: string) => password.normalize('NFKC');

export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ kind: 'hash', password: bytesOf(password) }));
}

/** Whether a password fits. Takes as long when there is no hash to compare with, and is false then. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const task = { kind: 'verify', stored: stored ?? NOBODY, password: bytesOf(password) } as const;
  return (await threads.run(task)) === true && typeof stored === 'string';
}

/** Ends the threads that hash; the next password begins new ones. */
export const endHashing = (): Promise<void> => threads.close();
