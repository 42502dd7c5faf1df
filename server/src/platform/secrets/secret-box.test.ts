import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyedHash, seal, unseal } from './secret-box.ts';

const secret = randomBytes(32);
const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });

test('sealed bytes can be opened, for their owner only', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(), (content, owner, other) => {
      const box = seal(secret, 'test', owner, content);
      expect(unseal(secret, 'test', owner, box)).toEqual(Buffer.from(content));
      if (other !== owner) expect(unseal(secret, 'test', other, box)).toBeNull();
      expect(unseal(secret, 'else', owner, box)).toBeNull();
      expect(unseal(randomBytes(32), 'test', owner, box)).toBeNull();
    }),
  );
});

test('a box with any changed byte cannot be opened', () => {
  const box = seal(secret, 'test', 1, Buffer.from('a secret of twenty b'));
  for (let at = 0; at < box.length; at += 1) {
    const changed = Buffer.from(box);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal(secret, 'test', 1, changed)).toBeNull();
  }
  expect(unseal(secret, 'test', 1, Buffer.alloc(0))).toBeNull();
});

test('sealing the same bytes twice gives different boxes; digests of the same text are equal', () => {
  const content = Buffer.from('same');
  expect(seal(secret, 'test', 1, content)).not.toEqual(seal(secret, 'test', 1, content));
  expect(keyedHash(secret, 'a', 'same')).toEqual(keyedHash(secret, 'a', 'same'));
  expect(keyedHash(secret, 'a', 'same')).not.toEqual(keyedHash(secret, 'b', 'same'));
});
