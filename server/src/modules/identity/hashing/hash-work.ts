/** What is asked of a hashing thread; bytes and cost are the library's own business. */
export type HashTask =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; stored: string; password: string };

/** The answer: the hash, or whether the password fits. `failed` says what went wrong instead. */
export type HashAnswer = { value: string | boolean } | { failed: string };
