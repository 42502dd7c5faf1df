import type { CaseFile } from '@cusp/contract/cases';
import { audit } from '../../platform/audit/audit.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { HEIC, previewOf } from '../served-copies/preview-copy.ts';
import { mayTakeFile } from './files.policy.ts';
import { fileUrl, presentFiles } from './files.present.ts';
import { type FileRow, fileById, filesById, filesOf, placeOf } from './files.sql.ts';
import { showsInPage } from './inline.ts';
import { servedFile, shownFile, withCleanCopies } from './served-file.ts';

const MAX_IDS = 500;

/** Files of a case or one's own draft, oldest first, each name once. */
export async function listFiles(services: Services, actor: Actor, caseId: number): Promise<CaseFile[]> {
  found(await placeOf(services.db, actor.userId, caseId));
  const rows = await filesOf(services.db, actor.userId, caseId);
  return presentFiles(actor.userId, rows);
}

/** URLs by id, without files that the person may not see or export. */
export async function fileUrls(
  services: Services,
  actor: Actor,
  ids: string,
): Promise<Record<string, string>> {
  const wanted = ids
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  if (wanted.length > MAX_IDS) throw new Refusal('invalid_input', 'ids');
  const rows = await filesById(services.db, actor.userId, wanted);
  const open = rows.filter(
    (row) => mayTakeFile({ ...row, status: row.caseStatus }, row, actor.userId) === null,
  );
  return Object.fromEntries(open.map(({ id }) => [id, fileUrl(id)]));
}

/** The file whose bytes may be sent now, HEIC shown as a JPEG; the access is logged in the audit log. */
export async function takeFile(
  services: Services,
  actor: Actor,
  id: number,
  { isShown, opensPage }: { isShown: boolean; opensPage: boolean },
): Promise<FileRow> {
  const file = found(await fileById(services.db, actor.userId, id));
  const code = mayTakeFile({ ...file, status: file.caseStatus }, file, actor.userId);
  // Navigating to a file that cannot be shown downloads it, whatever the URL asks for.
  const isRead = isShown && (showsInPage(file) || !opensPage);
  await audit(services.db, actor, {
    action: isRead ? 'file_read' : 'file_downloaded',
    result: code ? 'refused' : 'ok',
    caseId: file.caseId,
    object: { type: 'file', id },
  });
  if (code) throw new Refusal(code);
  const [known = file] = await withCleanCopies(services, [file]);
  if (!isShown) return servedFile(known);
  if (known.mediaType !== HEIC || !showsInPage(known)) return shownFile(known);
  return { ...known, ...(await previewOf(services, known)), mediaType: 'image/jpeg' };
}
