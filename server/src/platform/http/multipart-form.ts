import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { Refusal } from './refusal.ts';
import { parse } from './serve.ts';

/** Allowance for the fields and boundaries around the single file of a small form. */
const OVERHEAD_BYTES = 1024 * 1024;

interface FileRule {
  /** Name of the form field that may carry a file. */
  field: string;
  maxBytes: number;
  /** Refusal of a larger file; `picture_too_large` by default. */
  tooLarge?: Refusal;
}

export interface Form<F> {
  fields: F;
  /** Bytes of the file; null if no file was chosen. */
  file: Buffer | null;
}

/**
 * Reads a small multipart form into memory: text fields, parsed by `schema`, and at most one file.
 * @throws Refusal as the rule says for a larger file, `invalid_input` for a file in any other field, and `form_broken`
 *   for a form that is truncated or malformed.
 */
export async function readForm<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
  rule?: FileRule,
): Promise<Form<z.output<S>>> {
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type');
  if (Number(request.headers['content-length'] ?? 0) > (rule?.maxBytes ?? 0) + OVERHEAD_BYTES)
    throw rule ? tooLarge(rule) : new Refusal('too_large');

  const { fields, file } = await readParts(request, rule).catch((error: unknown) => {
    throw formRefusal(error);
  });
  return { fields: parse(schema, fields, 'body') as z.output<S>, file };
}

/** Messages of the parser: a missing or too long boundary, a missing end. */
const PARSER_WORDS = /multipart|needle/i;

/** Converts the form parser's errors into refusals; returns any other error unchanged. */
export function formRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isParsers =
    'code' in error ? error.code === 'FST_MP_PREMATURE_CLOSE' : PARSER_WORDS.test(error.message);
  return isParsers ? new Refusal('form_broken') : error;
}

const tooLarge = (rule: FileRule): Refusal => rule.tooLarge ?? new Refusal('picture_too_large', rule.field);

async function readParts(request: FastifyRequest, rule?: FileRule): Promise<Form<Record<string, string>>> {
  const fields: Record<string, string> = {};
  let file: Buffer | null = null;
  for await (const part of request.parts({ limits: { fileSize: rule?.maxBytes ?? 1, files: 1 } })) {
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('too_large', part.fieldname);
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    // An empty file input still sends its part, without name and bytes.
    if (bytes.length === 0 && !part.filename) continue;
    if (part.fieldname !== rule?.field) throw new Refusal('invalid_input', part.fieldname);
    if (part.file.truncated) throw tooLarge(rule);
    file = bytes;
  }
  return { fields, file };
}
