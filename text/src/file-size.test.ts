import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 kiB'],
  [1024 * 1023.97, '1.0 MiB'],
  [22_400_000, '21.4 MiB'],
  [200 * 1024 ** 2, '200.0 MiB'],
  [5 * 1024 ** 4, '5120.0 GiB'],
  [-1, '0 B'],
])('%d bytes are %s', (bytes, text) => expect(fileSize(bytes, 'en')).toBe(text));

test.each([
  [999, '999 B'],
  [1000, '1.0 kB'],
  [22_400_000, '22.4 MB'],
  [2_500_000_000, '2.5 GB'],
])('%d bytes are %s in decimal units', (bytes, text) => expect(fileSize(bytes, 'en', 'decimal')).toBe(text));

test.each([
  ['de', '22,4 MB'],
  ['fr', '22,4 MB'],
  ['pl', '22,4 MB'],
  ['pt-BR', '22,4 MB'],
  ['ko', '22.4 MB'],
])('the decimal separator follows %s', (language, text) =>
  expect(fileSize(22_400_000, language, 'decimal')).toBe(text),
);
