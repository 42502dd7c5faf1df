import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  ExportedStatement,
  ExportManifest,
} from '@cusp/contract/export-format';
import { ExportedCase, ExportedDraft } from '@cusp/contract/exported-case';
import * as z from 'zod';
import type { Skin } from '../../platform/brand/brands.ts';
import type { Db } from '../../platform/db/database.ts';
import { internalActor } from '../../platform/http/actor.ts';
import { isRefusal, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { acceptedBy, acceptedText } from '../agreements/show-agreements.ts';
import { draftsOf } from '../case-access/case-access.policy.ts';
import { checksumOf } from '../files/checksums.ts';
import { ZipDirectory } from '../files/zip-format.ts';
import { exactly } from '../files/zip-stream.ts';
import { drawForms, orderFormOf } from '../order-form/make-order-form.ts';
import type { OrderFormContent } from '../order-form/order-form-content.ts';
import { papersOf, papersOfStatement } from '../statements/statements.sql.ts';
import { type ExportRow, visibleIds } from './data-exports.sql.ts';
import { PagesOfExport } from './export-pages.ts';
import { type CaseToExport, type FileToExport, readDraft, readExportedCase } from './exported-case.ts';
import { practiceJson } from './exported-practice.ts';
import { keptStatementsOf, STATEMENTS_A_PAGE } from './exported-statements.ts';

/** Cases on one page of the list; a page is kept in memory until it is full. */
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

/** The JSON Schemas in each export; `docs/exports/README.md` describes them. */
export const exportSchemas = () => ({
  'schema/case.schema.json': z.toJSONSchema(ExportedCase),
  'schema/draft.schema.json': z.toJSONSchema(ExportedDraft),
  'schema/export.schema.json': z.toJSONSchema(ExportManifest),
  'schema/statement.schema.json': z.toJSONSchema(ExportedStatement),
});

/** The zip of an export, piece by piece. A case that is deleted during the export is left out. */
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
  async function* contents(folder: string, files: readonly FileToExport[]): AsyncGenerator<Buffer> {
    for (const file of files) {
      const readable = await withChecksum(services, file);
      if (readable) yield* stored(`${folder}/${file.entry.path}`, readable);
    }
  }

  const isPractice = row.scope === 'practice';
  const drafts: ExportedDraft[] = [];
  for (const id of isPractice ? await draftIds(db, row.created_by) : []) {
    const draft = await readDraft(services, row.created_by, id);
    if (!draft) continue;
    const folder = `drafts/${draft.json.no}`;
    yield* contents(folder, draft.files);
    draft.json.files = draft.files.map((file) => file.entry);
    yield* entry(`${folder}/draft.json`, pretty(ExportedDraft.parse(draft.json)));
    drafts.push(draft.json);
  }
  const agreements = isPractice ? await agreementsOf(services, row.created_by) : [];
  for (const [path, text] of new Map(agreements.map((each) => [each.json.path, each.text])))
    yield* entry(path, text);
  const accepted = agreements.map(({ json }) => json);
  const ids = await visibleIds(db, row.created_by, row.case_ids);
  const kept = { practice: isPractice ? people : [], cases: ids };
  let keptCount = 0;
  let keptPage = 1;
  let keptListed: ExportedStatement[] = [];
  for await (const { id, json } of keptStatementsOf(db, kept)) {
    const papers = await papersOfStatement(db, id);
    // Its time has ended since it was read.
    if (papers.length === 0) continue;
    if (keptListed.length === STATEMENTS_A_PAGE) {
      yield* entry(`statements/${pages.nameOf(keptPage)}`, pages.ofStatements(keptListed, keptPage, true));
      keptListed = [];
      keptPage += 1;
    }
    const folder = `statements/${json.case_no}`;
    for (const { language, pdf } of papers)
      yield* entry(`${folder}/${json.version}-${language}.pdf`, Buffer.from(pdf, 'base64'));
    yield* entry(`${folder}/${json.version}.json`, pretty(ExportedStatement.parse(json)));
    keptListed.push(json);
    keptCount += 1;
  }
  if (keptCount > 0)
    yield* entry(`statements/${pages.nameOf(keptPage)}`, pages.ofStatements(keptListed, keptPage, false));
  pages.begin({ drafts, agreements: accepted, statements: keptCount });
  const pageCount = Math.max(1, Math.ceil(ids.length / CASES_A_PAGE));
  let listed: ExportedCase[] = [];
  let page = 1;
  let cases = 0;
  for (const [n, id] of ids.entries()) {
    const found = await readExportedCase(services, row.created_by, people, id).catch(unlessGone);
    if (found) {
      const folder = `cases/${found.json.no}`;
      yield* contents(folder, found.files);
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
    ...(isPractice && { drafts: drafts.length, statements: keptCount, agreements: accepted }),
    practice: isPractice ? await practiceJson(db, people) : null,
  };
  yield* entry('export.json', pretty(manifest));
  yield directory.end();
}

/** One's own drafts, the latest first; other members of the practice do not see them. */
async function draftIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dental_case')
    .select('id')
    .where(draftsOf(userId))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Documents that a person accepted, with the texts. */
async function agreementsOf(services: Services, userId: number) {
  const accepted = await acceptedBy(services.db, userId, userId);
  return Promise.all(
    accepted.map(async ({ id, kind, version, language, accepted_at, text_hash }) => ({
      json: { kind, version, language, accepted_at, text_hash, path: `agreements/${text_hash}.txt` },
      text: (await acceptedText(services, internalActor(userId), id)).text,
    })),
  );
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Throws if an export does not fit its own published schema. */
const jsonOf = (schema: typeof ExportedCase, { json }: CaseToExport): string => pretty(schema.parse(json));

function unlessGone(error: unknown): null {
  if (isRefusal(error, 'not_found')) return null;
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

/** The order form; null if it cannot be drawn, because one case must not prevent the export of the others. */
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
