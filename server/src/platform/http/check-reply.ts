import type * as z from 'zod';

/**
 * A reply in the shape of its schema. Throws if the reply does not fit, and also if it has a key that the schema does
 * not list: outside tests replies are sent unchanged, so a superfluous column of a query would reach people.
 */
export function checkReply(schema: z.ZodType, answer: unknown): unknown {
  const checked = schema.parse(answer);
  const unlisted = unlistedKeys(answer, checked, '');
  if (unlisted.length > 0)
    throw new Error(`the reply has keys that its schema does not list: ${unlisted.join(', ')}`);
  return checked;
}

function unlistedKeys(sent: unknown, listed: unknown, path: string): string[] {
  if (Array.isArray(sent) && Array.isArray(listed))
    return [...new Set(sent.flatMap((each, at) => unlistedKeys(each, listed[at], `${path}[]`)))];
  if (!isRecord(sent) || !isRecord(listed)) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    // JSON leaves it out.
    if (value === undefined) return [];
    const at = path === '' ? key : `${path}.${key}`;
    return key in listed ? unlistedKeys(value, listed[key], at) : [at];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date);
