import { setTimeout } from 'node:timers/promises';

/** Waits at most `ms` for an answer. The work behind it continues. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = setTimeout(ms, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
}
