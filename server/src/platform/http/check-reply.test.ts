import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkReply } from './check-reply.ts';

const schema = z.object({
  id: z.number(),
  rows: z.array(z.object({ name: z.string(), more: z.record(z.string(), z.string()).optional() })),
});

test('a reply that lists what its schema lists passes, with free keys where the schema allows them', () => {
  const reply = {
    id: 1,
    rows: [
      { name: 'a', more: { any: 'key' } },
      { name: 'b', more: undefined },
    ],
  };
  expect(checkReply(schema, reply)).toEqual(reply);
});

test('a key that the schema does not list is named once, wherever it is', () => {
  const reply = {
    id: 1,
    secret: 1,
    rows: [
      { name: 'a', hash: '' },
      { name: 'b', hash: '' },
    ],
  };
  expect(() => checkReply(schema, reply)).toThrow('does not list: secret, rows[].hash');
});

test('an undefined value of an unlisted key passes, because JSON leaves it out', () => {
  expect(checkReply(schema, { id: 1, rows: [], secret: undefined })).toEqual({ id: 1, rows: [] });
});
