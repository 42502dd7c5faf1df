import type { Share, SharedCase, SharedFile } from '@cusp/contract/sharing';
import type { CaseDetailRow } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { scanOfFile } from '../files/scan-of-file.ts';
import { shownFile } from '../files/served-file.ts';
import { isUnknown, nameOf, type PersonRow, pictureOf } from '../people/person.present.ts';
import type { GivenFile } from './given-files.ts';
import { withoutPatient } from './patient-texts.ts';
import { mayDownload, showsAs } from './sharing.policy.ts';
import type { ShareRow } from './sharing.sql.ts';

/** A link as shown to people who may revoke it. */
export const presentShare = (row: ShareRow): Share => ({
  id: row.id,
  recipient: row.recipient,
  email: row.email,
  maker: { name: nameOf(row.maker), picture: pictureOf(row.maker) },
  allows_download: row.allows_download,
  chosen_files: row.file_ids.length,
  gives_texts: row.gives_texts,
  created_date: row.created_at.toISOString(),
  expires_date: row.expires_at.toISOString(),
  state: row.state,
  open_count: row.open_count,
  last_opened: row.last_opened_at?.toISOString() ?? null,
});

const party = (person: PersonRow | null) => ({
  name: nameOf(person),
  institution: isUnknown(person) ? '' : (person?.institution ?? ''),
});

interface FilesBehind {
  given: readonly GivenFile[];
  leftOut: number;
}

/** The case as a visitor sees it, without anything that names or describes the patient. */
export function presentSharedCase(link: ShareRow, row: CaseDetailRow, files: FilesBehind): SharedCase {
  const { number_sys, ...content } = presentCase(row);
  const texts = withoutPatient(content, link, link.gives_texts);
  const isLocked = files.given.some(({ file }) => file.fromLockedDevice) || content.from_locked_device;
  return {
    no: content.no,
    status: { code: content.status.code, str: content.status.str },
    shared_by: party(link.maker),
    expires_date: link.expires_at.toISOString(),
    allows_download: link.allows_download,
    from_locked_device: isLocked,
    author: party(row.author),
    to: party(row.recipient),
    published_date: content.published_date,
    updated_date: content.updated_date,
    deliverydt: content.deliverydt,
    ...texts,
    connectors: content.connectors,
    scans_follow: content.scans_follow,
    number_sys,
    // Marks contain positions on the scans, which visitors do not get.
    orientation: isLocked ? null : content.orientation,
    files: files.given.map((given) => presentSharedFile(link, given)),
    files_left_out: files.leftOut,
  };
}

function presentSharedFile(link: ShareRow, { file, name, isAsSent }: GivenFile): SharedFile {
  const scan = scanOfFile(file);
  return {
    id: file.id,
    filename: name,
    size: (isAsSent ? file : shownFile(file)).size,
    updated_date: file.createdAt.toISOString(),
    shows_as: showsAs(file),
    ...(scan ? { scan } : {}),
    can_download: mayDownload(link, file),
  };
}
