import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isStrongSecret } from './secret-strength.ts';

const ROUNDS = Array.from({ length: 5000 }, (_, round) => round);

test.each(['hex', 'base64', 'base64url'] as const)(
  '32 random bytes in %s are strong, 31 are not',
  (encoding) => {
    for (const _ of ROUNDS) expect(isStrongSecret(randomBytes(32).toString(encoding))).toBe(true);
    expect(isStrongSecret(randomBytes(31).toString(encoding).replace(/=+$/, ''))).toBe(false);
  },
);

test.each(['hex', 'base64url'] as const)(
  'the same 16 random bytes twice are not strong, in %s',
  (encoding) => {
    for (const _ of ROUNDS) expect(isStrongSecret(randomBytes(16).toString(encoding).repeat(2))).toBe(false);
  },
);

test.each([
  '',
  'x',
  'x'.repeat(64),
  'secret'.repeat(20),
  '0123456789abcdef'.repeat(4),
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  'change-me-before-you-start-this-in-production-or-it-is-not-safe',
  'Three brown molars sit on a green wall and sing 12 songs about it',
  '31415926535897932384626433832795028841971693993751058209749445923078',
])('%j is not strong', (text) => expect(isStrongSecret(text)).toBe(false));
