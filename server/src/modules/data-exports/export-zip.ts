import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { EXPORT_FORMAT, EXPORT_VERSION, ExportedCase, ExportManifest } from '@cusp/contract/export-format';
import * as z from 'zod';
import type { Skin } from '../../platform/brand/brands.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { checksumOf } from '../files/checksums.ts';
import { ZipDirectory } from '../files/zip-format.ts';
import { exactly } from '../files/zip-stream.ts';
import { drawForms, orderFormOf } from '../order-form/make-order-form.ts';
import type { OrderFormContent } from '../order-form/order-form-content.ts';
import { papersOf } from '../statements/statements.sql.ts';
import { type ExportRow, visibleIds } from './data-exports.sql.ts';
import { PagesOfExport } from './export-pages.ts';
import { type CaseToExport, type FileToExport, readCase } from './exported-case.ts';
import { practiceJson } from './exported-practice.ts';

/** Cases on one page of the list, which is in memory until it is full. */
const CASES_A_PAGE = 500;
const DRAW_AGAIN_AFTER_MS = 1000;
const ORDER_FORM = 'order-form.pdf';

interface Making {
  /** Ids of the practice. */
  people: readonly number[];
  skin: Skin;
  origin: string;
  /** Called after each case. */
  onCase(id: number): Promise<void>;
}

/** The JSON Schemas in each export; `docs/exports.md` describes them. */
export const exportSchemas = () => ({
  'schema/case.schema.json': z.toJSONSchema(ExportedCase),
  'schema/export.schema.json': z.toJSONSchema(ExportManifest),
});

/** The zip of an export, piece by piece. A case that is deleted meanwhile is left out. */
export async function* zipOfExport(
  services: Services,
  row: ExportRow,
  { people, skin, origin, onCase }: Making,
): AsyncGenerator<Buffer> {
  const { db } = services;
  const directory = new ZipDirectory();
  const madeAt = new Date();
  function* entry(name: string, content: string | Buffer): Generator<Buffer> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    yield directory.add({ name, size: bytes.length, crc32: crc32(bytes), modified: madeAt });
    yield bytes;
  }
  async function* stored(path: string, file: FileToExport & { crc32: number }): AsyncGenerator<Buffer> {
    const { size, storageKey, createdAt } = file.row;
    yield directory.add({ name: path, size, crc32: file.crc32, modified: createdAt });
    yield* exactly(await services.storage.read(storageKey), size);
  }

  const reading = { language: row.language, timeZone: row.time_zone, skin, origin };
  const pages = await PagesOfExport.open(reading, madeAt);
  const ids = await visibleIds(db, row.created_by, row.case_ids);
  const pageCount = Math.max(1, Math.ceil(ids.length / CASES_A_PAGE));
  let listed: ExportedCase[] = [];
  let page = 1;
  let cases = 0;
  for (const [n, id] of ids.entries()) {
    const found = await readCase(services, row.created_by, people, id).catch(unlessGone);
    if (found) {
      const folder = `cases/${found.json.no}`;
      for (const file of found.files) {
        const readable = await withChecksum(services, file);
        if (readable) yield* stored(`${folder}/${file.entry.path}`, readable);
      }
      const files = found.files.map((file) => file.row);
      const content = await orderFormOf(found.detail, files, row.created_by, reading);
      const form = await drawn(services, content, row);
      if (form) {
        yield* entry(`${folder}/${ORDER_FORM}`, form);
        found.json.order_form = ORDER_FORM;
      }
      for (const { version, papers } of await papersOf(db, id)) {
        for (const { language, pdf } of papers) {
          const path = `statements/${version}-${language}.pdf`;
          yield* entry(`${folder}/${path}`, Buffer.from(pdf, 'base64'));
          found.json.statements = [...(found.json.statements ?? []), { version, language, path }];
        }
      }
      yield* entry(`${folder}/case.json`, jsonOf(ExportedCase, found));
      yield* entry(`${folder}/index.html`, pages.ofCase(found.json, content, page));
      listed.push(found.json);
      cases += 1;
      await onCase(id);
    }
    if ((n + 1) % CASES_A_PAGE === 0 && n + 1 < ids.length) {
      yield* entry(pages.nameOf(page), pages.ofList(listed, page, pageCount));
      listed = [];
      page += 1;
    }
  }
  yield* entry(pages.nameOf(page), pages.ofList(listed, page, pageCount));
  for (const [name, schema] of Object.entries(exportSchemas())) yield* entry(name, pretty(schema));
  const maker = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', row.created_by)
    .executeTakeFirstOrThrow();
  const manifest: ExportManifest = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    scope: row.scope,
    made_at: madeAt.toISOString(),
    made_by: maker.email,
    cases,
    practice: row.scope === 'practice' ? await practiceJson(db, people) : null,
  };
  yield* entry('export.json', pretty(manifest));
  yield directory.end();
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What does not fit its own published schema must not leave unnoticed. */
const jsonOf = (schema: typeof ExportedCase, { json }: CaseToExport): string => pretty(schema.parse(json));

function unlessGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null;
  throw error;
}

/** The file with its checksum; null, and noted as withheld, if its bytes are withheld, gone or cut. */
async function withChecksum(services: Services, file: FileToExport) {
  if (file.entry.path === null) return null;
  try {
    const size = await services.storage.sizeOf(file.row.storageKey);
    if (size === file.row.size)
      return { ...file, crc32: file.row.crc32 ?? (await checksumOf(services, file.row)) };
  } catch (error) {
    services.log.warn({ err: error, fileId: file.row.id }, 'an export leaves out a stored file');
  }
  Object.assign(file.entry, { path: null, withheld: 'unreadable' });
  return null;
}

/** The order form; null if it cannot be drawn, because one case must not keep the others from their export. */
async function drawn(services: Services, content: OrderFormContent, row: ExportRow): Promise<Buffer | null> {
  const requester = { userId: row.created_by, signal: new AbortController().signal };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await drawForms(services, [content], requester);
    } catch (error) {
      // Many other forms are waiting.
      if (error instanceof Refusal && attempt < 60) await pause(DRAW_AGAIN_AFTER_MS);
      else {
        services.log.error({ err: error, exportId: row.id }, 'an export lacks an order form');
        return null;
      }
    }
  }
}
