import { MAX_COMMENT } from '@cusp/contract/comments.routes';
import { EXPORT_FORMAT, ImportManifest } from '@cusp/contract/export-format';
import { ExportedCase } from '@cusp/contract/exported-case';
import { isFdi } from '@cusp/dental/teeth';
import * as z from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import { cutMentions } from '../comments/mentions.ts';
import { cleanFilename } from '../files/file-name.ts';
import { allowedExtension } from '../files/keep-file.ts';
import { inspectFile } from '../files/receive-file.ts';
import { damaged, type ExportArchive, NotImported } from './export-archive.ts';

/** Clocks of two servers differ a little. */
const CLOCKS_DIFFER_MS = 24 * 3600 * 1000;

type File = ExportedCase['files'][number];

/** Refuses files that are not exports, and exports of a newer Cusp. Returns the folders of the cases. */
export async function foldersOf(archive: ExportArchive): Promise<string[]> {
  const { format, version } = await archive.json(
    'export.json',
    z.object({ format: z.string(), version: z.number() }),
  );
  if (format !== EXPORT_FORMAT) throw new NotImported('export.json is not of an export from Cusp.');
  if (!ImportManifest.shape.version.safeParse(version).success)
    throw new NotImported(
      `The export has version ${version}, which this Cusp does not read. Update Cusp first.`,
    );
  const { cases } = await archive.json('export.json', ImportManifest);
  const folders = new Set<string>();
  for (const path of archive.paths) {
    const [top, folder, rest] = path.split('/');
    if (top === 'cases' && folder && rest) folders.add(`cases/${folder}`);
  }
  if (folders.size !== cases)
    throw new NotImported(`The zip has ${folders.size} cases, but export.json counts ${cases}.`);
  return [...folders];
}

/** Reads a case and checks that it can be restored as it is, without its files. */
export async function caseIn(archive: ExportArchive, folder: string): Promise<ExportedCase> {
  const json = await archive.json(`${folder}/case.json`, ExportedCase);
  const refuse = (what: string): never => {
    throw new NotImported(`${folder}/case.json: ${what}`);
  };
  if (folder !== `cases/${json.no}` || json.no !== json.no.toUpperCase())
    refuse(`the number ${json.no} is not that of the folder.`);
  const latest = Date.now() + CLOCKS_DIFFER_MS;
  for (const moment of momentsIn(json))
    if (moment !== null && Date.parse(moment) > latest) refuse(`${moment} has not come yet.`);
  const keys = new Set(json.people.map(({ key }) => key));
  if (keys.size < json.people.length) refuse('people have the same key.');
  if (json.author === json.recipient) refuse('author and recipient are one person.');
  for (const key of keysIn(json)) if (!keys.has(key)) refuse(`${key} is not one of the people.`);
  for (const tooth of teethIn(json)) if (!isFdi(tooth)) refuse(`there is no tooth ${tooth}.`);
  const versions = new Set<string>();
  const paths = new Set<string>();
  for (const file of json.files) {
    checkName(file, refuse);
    const version = JSON.stringify([file.name, file.version]);
    if (versions.has(version)) refuse(`${file.name} has version ${file.version} twice.`);
    versions.add(version);
    if (file.path === null) continue;
    if (!/^(files|earlier)\/[^/\\]+$/.test(file.path))
      refuse(`${file.path} is not in the folder of the case.`);
    if (paths.has(file.path)) refuse(`${file.path} is named twice.`);
    paths.add(file.path);
    const size = archive.sizeOf(`${folder}/${file.path}`);
    if (size === null) refuse(`the zip has no ${file.path}.`);
    if (size !== file.size) refuse(`${file.path} has ${size} bytes instead of ${file.size}.`);
  }
  for (const [at, { text, mentions, answers, reactions = [] }] of json.comments.entries()) {
    if (new Set(reactions.map(({ by, kind }) => `${by} ${kind}`)).size < reactions.length)
      refuse('somebody has the same reaction twice.');
    if (answers !== undefined && answers !== null && answers >= at)
      refuse('a comment answers one that comes after it.');
    if (text.length > 2 * MAX_COMMENT) refuse('a comment is longer than comments can be.');
    if (!cutMentions(text, numbered(mentions))) refuse('a mention is not where its comment says.');
  }
  const pins = json.comments.flatMap(({ pin }) => pin?.no ?? []);
  if (new Set(pins).size < pins.length) refuse('two pins have the same number.');
  if (json.order_changes.filter(({ state }) => state === 'open').length > 1)
    refuse('several changes of the order are open.');
  for (const { state, version, order } of json.order_changes)
    if ((version !== null) !== (state === 'applied' || state === 'accepted') || (state === 'open' && !order))
      refuse(`a change of the order is not as ${state} ones are.`);
  return json;
}

/** Reads every file of a case to its end and checks its length, its checksum, and that its content matches its name. */
export async function checkFiles(
  archive: ExportArchive,
  folder: string,
  files: readonly File[],
): Promise<void> {
  for (const file of files) {
    if (file.path === null) continue;
    const path = `${folder}/${file.path}`;
    const extension = allowedExtension(file.name);
    const read = await inspectFile(extension, await archive.read(path))
      .catch(damaged)
      .catch((error) => unreadable(path, error));
    requireSame(path, file, read.sha256);
  }
}

export function requireSame(path: string, file: File, sha256: string): void {
  if (file.sha256 !== sha256)
    throw new NotImported(`${path} is not the file that was exported: its checksum differs.`);
}

/** Files that no upload may have either; other errors are passed on. */
export function unreadable(path: string, error: unknown): never {
  if (error instanceof Refusal) throw new NotImported(`${path} cannot be taken: ${error.code}`);
  throw error;
}

function checkName({ name, path }: File, refuse: (what: string) => never): void {
  try {
    if (cleanFilename(name) !== name) refuse(`"${name}" is no name of a file.`);
    if (path !== null) allowedExtension(name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(`"${name}" cannot be taken: ${error.code}`);
  }
}

function* keysIn(json: ExportedCase): Generator<string> {
  yield* [json.author, json.recipient];
  if (json.assignee !== null) yield json.assignee;
  for (const change of json.order_changes) {
    yield change.by;
    if (change.ended_by !== null) yield change.ended_by;
  }
  for (const file of json.files) yield file.uploaded_by;
  for (const comment of json.comments) {
    yield comment.by;
    for (const { person } of comment.mentions) yield person;
    for (const { by } of comment.reactions ?? []) yield by;
  }
  for (const { by } of [...(json.steps ?? []), ...(json.shipments ?? [])]) yield by;
}

function* teethIn({ order, order_changes, files }: ExportedCase): Generator<number> {
  const restorations = [
    ...order.restorations,
    ...order_changes.flatMap((each) => each.order?.restorations ?? []),
    ...order_changes.flatMap(({ changes }) =>
      changes.flatMap((change) => (change.field === 'restoration' ? [change.from, change.to] : [])),
    ),
  ];
  for (const restoration of restorations) yield* restoration?.teeth ?? [];
  for (const each of [order, ...order_changes.flatMap((change) => change.order ?? [])])
    for (const { teeth } of each.connectorChoices) yield* teeth;
  for (const { scan } of files) if (scan && scan.tooth !== null) yield scan.tooth;
}

function* momentsIn(json: ExportedCase): Generator<string | null> {
  yield* [json.created_at, json.sent_at, json.updated_at, json.completed_at];
  for (const { at, ended_at } of json.order_changes) yield* [at, ended_at];
  for (const { uploaded_at } of json.files) yield uploaded_at;
  for (const { at, edited_at } of json.comments) yield* [at, edited_at];
  for (const { at } of [...(json.steps ?? []), ...(json.shipments ?? [])]) yield at;
}

const numbered = (mentions: ExportedCase['comments'][number]['mentions']) =>
  mentions.map(({ start, length }) => ({ user_id: 0, start, length }));
