import type * as z from 'zod';

/** Replaces a patient's name, a note, a file name or a comment in a reply to support. */
export const MASK = '•••';

/** What support sees of the value of a marked schema. */
const MASKS = new WeakMap<z.ZodType, (value: unknown) => unknown>();

/**
 * Marks a field of a reply that contains patient data, or free text that may. Support sessions without the customer's
 * consent get it masked: texts as `MASK` (empty ones stay empty), arrays empty, everything else as null, or as `as` if
 * none of these fits the schema. Mark last, because a schema made from a marked one is not marked.
 */
/*#__NO_SIDE_EFFECTS__*/
export function patient<S extends z.ZodType>(schema: S, as?: z.output<S>): S {
  return marked(schema, as === undefined ? maskOf : () => as);
}

/**
 * Marks a text that is either a code, which support may read, or free text, which is masked as by `patient`.
 * `visible` returns what support may read of a text: all of a code, and `MASK` for free text.
 */
/*#__NO_SIDE_EFFECTS__*/
export function patientUnless<S extends z.ZodType<string | null>>(
  visible: (text: string) => string,
  schema: S,
): S {
  return marked(schema, (text) => visible(text as string));
}

function marked<S extends z.ZodType>(schema: S, mask: (value: unknown) => unknown): S {
  // A copy, so that other uses of the schema are not marked.
  const own = schema.clone() as S;
  MASKS.set(own, (value) => (value === null || value === undefined || value === '' ? value : mask(value)));
  return own;
}

/** Whether a schema is marked itself; its parts may be. */
const isPatient = (schema: z.ZodType): boolean => MASKS.has(schema);

/** Schemas that a value of a schema consists of, with the value's parts; null for a schema without parts. */
type Def =
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'record'; keyType: z.ZodType; valueType: z.ZodType }
  | { type: 'tuple'; items: z.ZodType[] }
  | { type: 'union'; options: z.ZodType[] }
  | { type: 'intersection'; left: z.ZodType; right: z.ZodType }
  | { type: 'lazy'; getter: () => z.ZodType }
  | { type: 'pipe'; in: z.ZodType; out: z.ZodType }
  | { type: 'nullable' | 'optional' | 'default' | 'prefault' | 'readonly' | 'catch'; innerType: z.ZodType }
  | { type: 'string' | 'number' };

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/** A reply without its fields marked as patient data. Values that no option of a union allows are dropped. */
export function maskPatients(schema: z.ZodType, value: unknown): unknown {
  const mask = MASKS.get(schema);
  if (mask) return mask(value);
  if (value === null || value === undefined) return value;
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const given = value as Record<string, unknown>;
      // Only declared fields: undeclared ones could not be marked.
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([key]) => key in given)
          .map(([key, part]) => [key, maskPatients(part, given[key])]),
      );
    }
    case 'array':
      return (value as unknown[]).map((item) => maskPatients(def.element, item));
    case 'record':
      return Object.fromEntries(
        Object.entries(value as object).map(([key, item]) => [
          maskPatients(def.keyType, key),
          maskPatients(def.valueType, item),
        ]),
      );
    case 'tuple':
      return (value as unknown[]).flatMap((item, at) => {
        const part = def.items[at];
        return part ? [maskPatients(part, item)] : [];
      });
    case 'union': {
      const fitting = def.options.filter((option) => option.safeParse(value).success);
      if (fitting.length === 0) return null;
      return fitting.reduce((masked, option) => maskPatients(option, masked), value as unknown);
    }
    case 'intersection':
      return maskPatients(def.right, maskPatients(def.left, value));
    case 'lazy':
      return maskPatients(def.getter(), value);
    case 'pipe':
      return maskPatients(def.in, maskPatients(def.out, value));
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return maskPatients(def.innerType, value);
    default:
      return value;
  }
}

function maskOf(value: unknown): unknown {
  if (typeof value === 'string') return MASK;
  return Array.isArray(value) ? [] : null;
}

/**
 * Paths of the values of a schema that can contain free text: strings without a format that are not marked, such as
 * `posts[].no`. For the test that asks of each whether it may contain patient data.
 */
export function openTexts(schema: z.ZodType, path = ''): string[] {
  if (isPatient(schema)) return [];
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, part]) =>
        openTexts(part, path ? `${path}.${key}` : key),
      );
    case 'array':
      return openTexts(def.element, `${path}[]`);
    case 'record':
      return [...openTexts(def.keyType, `${path}{key}`), ...openTexts(def.valueType, `${path}{}`)];
    case 'tuple':
      return def.items.flatMap((item) => openTexts(item, `${path}[]`));
    case 'union':
      return [...new Set(def.options.flatMap((option) => openTexts(option, path)))];
    case 'intersection':
      return [...openTexts(def.left, path), ...openTexts(def.right, path)];
    case 'lazy':
      return openTexts(def.getter(), path);
    case 'pipe':
      return openTexts(def.out, path);
    case 'string':
      return isFormatted(schema) ? [] : [path];
    default:
      return 'innerType' in def ? openTexts(def.innerType, path) : [];
  }
}

/** Whether a string has a format that excludes free text: a moment, a day, a UUID. */
const isFormatted = (schema: z.ZodType): boolean => {
  const { format } = schema._zod.def as { format?: string };
  return format === 'datetime' || format === 'date' || format === 'uuid';
};
