import { extensionOf } from '@cusp/mesh/file-extensions';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { newestOf } from '../files/files.present.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { scanOfFile } from '../files/scan-of-file.ts';
import { isCleanPicture, shownFile, withCleanCopies } from '../files/served-file.ts';
import { nameIdentifies, type Patient } from '../patients/patient-names.ts';
import { cleanCopiesOf } from '../served-copies/clean-copy.ts';
import { isBlocked } from './sharing.policy.ts';
import type { ShareRow } from './sharing.sql.ts';

/** Surface formats that contain only numbers once headers and comments are removed. */
const SURFACES = ['model/stl', 'model/ply', 'model/obj'];

/** A file behind a link. */
export interface GivenFile {
  file: FileRow;
  /** The name shown to a visitor: its own, unless that identifies the patient. */
  name: string;
  /** Sent byte for byte, because the maker of the link chose it; everything else is cleaned. */
  isAsSent: boolean;
}

const isPoints = ({ mediaType, filename }: FileRow): boolean =>
  mediaType === 'text/plain' && extensionOf(filename) === 'xyz';

/** Cleaning a binary PLY keeps data after its numbers, which readers refuse, so it has no light copy. */
const isSurface = ({ mediaType, lightFailure }: FileRow): boolean =>
  SURFACES.includes(mediaType) && !(mediaType === 'model/ply' && lightFailure);

/**
 * Whether a file can be given to people who must not identify the patient: a surface, a polyline, or a picture without
 * metadata. Orders, documents, archives, texts and files that cannot be cleaned must be chosen one by one.
 */
export const isBare = (file: FileRow): boolean => isSurface(file) || isPoints(file) || isCleanPicture(file);

/** A name that describes the kind of file, without the patient's name. */
function neutralName(file: FileRow): string {
  const scan = scanOfFile(file);
  const role = scan && scan.role !== 'jaw' && scan.role !== 'unknown' ? scan.role : '';
  // Without the name of its system, 16 is a molar on the right in FDI and one on the left in Universal.
  const words = scan
    ? [scan.tooth && `fdi${scan.tooth}`, scan.jaw && `${scan.jaw}jaw`, role]
    : [kindOf(file)];
  const stem = [...words.filter(Boolean), file.id].join('-');
  return `${scan && stem === String(file.id) ? `scan-${stem}` : stem}.${extensionOf(file.filename)}`;
}

const kindOf = ({ mediaType }: FileRow): string =>
  mediaType.startsWith('image/') ? 'picture' : mediaType === 'application/pdf' ? 'document' : 'file';

/** The name under which a visitor gets a file; replaced if its own name identifies the patient. */
const nameBehindLinks = (file: FileRow, patient: Patient): string =>
  nameIdentifies(file.filename, patient) ? neutralName(file) : file.filename;

/** The newest version of each visible file, with pictures inspected. */
export const sharableFiles = async (services: Services, userId: number, caseId: number): Promise<FileRow[]> =>
  withCleanCopies(services, newestOf(await filesOf(services.db, userId, caseId)));

/** The files behind a link, whenever they were added, and how many files it leaves out. */
export async function filesBehind(
  services: Services,
  share: ShareRow,
): Promise<{ given: GivenFile[]; leftOut: number }> {
  const files = await sharableFiles(services, share.maker_id, share.case_id);
  const given = files
    .filter((file) => isBare(file) || share.file_ids.includes(file.id))
    .map((file) => ({ file, name: nameBehindLinks(file, share), isAsSent: !isBare(file) }));
  return { given, leftOut: files.length - given.length };
}

/** The bytes of a file as they are sent through a link. Throws `not_found` for an unreadable surface. */
export async function bytesBehind(services: Services, given: readonly GivenFile[]): Promise<FileRow[]> {
  const surfaces = given.filter(({ file, isAsSent }) => !isAsSent && !isCleanPicture(file));
  const copies = await cleanCopiesOf(
    services,
    surfaces.map(({ file }) => file),
  );
  return given.map(({ file, name, isAsSent }) => {
    const copy = copies.get(file.id);
    if (copy !== undefined && copy !== 'same' && 'failure' in copy) throw new Refusal('not_found');
    const bytes = isAsSent ? file : copy === undefined || copy === 'same' ? shownFile(file) : copy;
    const { storageKey, size, sha256, crc32 } = bytes;
    return { ...file, filename: name, storageKey, size, sha256, crc32 };
  });
}

/** A file that the maker of a link must choose explicitly, or that gets another name. */
export function hintsOf(files: readonly FileRow[], patient: Patient) {
  return files.flatMap((file) => {
    const name = nameBehindLinks(file, patient);
    const isLeftOut = !isBare(file);
    if ((!isLeftOut && name === file.filename) || isBlocked(file)) return [];
    return [
      {
        id: file.id,
        filename: file.filename,
        left_out: isLeftOut,
        sent_as: name === file.filename ? null : name,
      },
    ];
  });
}
