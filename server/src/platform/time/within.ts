import { setTimeout } from 'node:timers/promises';

/** Waits so long for an answer. Whatever it comes from goes on. */
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
