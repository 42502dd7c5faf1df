/** A task for a hashing thread. */
export type HashTask =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; stored: string; password: string };

/** The reply: the hash, or whether the password matches; `failed` has the error message. */
export type HashAnswer = { value: string | boolean } | { failed: string };
