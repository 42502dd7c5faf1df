import { pathOf } from '@cusp/contract/endpoint';
import { extensionOf } from '@cusp/contract/files';
import { besideExtensions } from '@cusp/contract/mesh/looks-beside';
import { sharedFile, sharedLightCopy } from '@cusp/contract/sharing';
import { audit } from '../../platform/audit/audit.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { newestOf } from '../files/files.present.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { lightCopyOf } from '../light-copies/light-copies.sql.ts';
import { type Guest, requireActive, shareOfToken } from './open-share.ts';
import { type Grant, grantFor, readGrant } from './share-grant.ts';
import { countUse } from './share-limits.ts';
import { mayDownload, showsAs } from './sharing.policy.ts';
import { findShare, type ShareRow } from './sharing.sql.ts';

const MOST_IDS = 500;

type Purpose = Exclude<Grant['purpose'], 'all'>;

function mayHave(share: ShareRow, file: FileRow, purpose: Grant['purpose']): boolean {
  // The colours of scans lie in files that may be nothing to look at themselves.
  if (purpose === 'view')
    return showsAs(file) !== null || besideExtensions.includes(extensionOf(file.filename));
  return purpose === 'light' ? showsAs(file) === 'scan' : mayDownload(share, file);
}

/** The files behind a link; a version that was replaced is not among them any more. */
export const filesBehind = async ({ db }: Services, share: ShareRow): Promise<FileRow[]> =>
  newestOf(await filesOf(db, share.maker_id, share.case_id));

/** Addresses of files behind a link. Those of other cases, and those that may not be had so, have none. */
export async function sharedFileUrls(
  services: Services,
  input: { data: string; ids: string; purpose: Purpose },
): Promise<Record<string, string>> {
  const share = await shareOfToken(services, input.data);
  if (input.purpose === 'download' && !share.allows_download) throw new Refusal('share_view_only');
  const wanted = new Set(input.ids.split(',').map(Number));
  if (wanted.size > MOST_IDS) throw new Refusal('invalid_input', 'ids');
  const files = await filesBehind(services, share);
  return Object.fromEntries(
    files
      .filter((file) => wanted.has(file.id) && mayHave(share, file, input.purpose))
      .map(({ id }) => [id, addressOf(services, { linkId: share.id, fileId: id, purpose: input.purpose })]),
  );
}

function addressOf(services: Services, grant: Grant): string {
  const endpoint = grant.purpose === 'light' ? sharedLightCopy : sharedFile;
  return `${pathOf(endpoint, { id: grant.fileId })}?grant=${grantFor(services, grant)}`;
}

interface Asked {
  id: number;
  grant: string;
  opensPage: boolean;
}

/** The link behind a grant, while it works. Counts as a use of the link and of whoever comes from there. */
export async function linkOfGrant(
  services: Services,
  guest: Guest,
  asked: { id: number; grant: string; what: 'file' | 'zip' },
): Promise<{ share: ShareRow; purpose: Grant['purpose'] }> {
  await countUse(services, asked.what, { ip: guest.ip });
  const grant = readGrant(services, asked.id, asked.grant);
  if (!grant) throw new Refusal('download_expired');
  await countUse(services, asked.what, { linkId: grant.linkId });
  const share = requireActive(await findShare(services.db, { id: grant.linkId }));
  return { share, purpose: grant.purpose };
}

/** The file of an address, while the link behind it works. Written down each time. */
export async function takeSharedFile(
  services: Services,
  guest: Guest,
  asked: Asked,
): Promise<{ file: FileRow; purpose: Purpose }> {
  const { share, purpose } = await linkOfGrant(services, guest, { ...asked, what: 'file' });
  if (purpose !== 'view' && purpose !== 'download') throw new Refusal('download_expired');
  return { file: await allowed(services, guest, { share, purpose, asked }), purpose };
}

/** The light copy of a scan at an address, by the rules of its file. Null while there is none. */
export async function takeSharedLightCopy(services: Services, guest: Guest, asked: Asked) {
  const { share, purpose } = await linkOfGrant(services, guest, { ...asked, what: 'file' });
  if (purpose !== 'light') throw new Refusal('download_expired');
  const file = await allowed(services, guest, { share, purpose, asked });
  const copy = await lightCopyOf(services.db, file.id);
  return copy ? { ...copy, filename: `${file.filename}.glb` } : null;
}

interface Taking {
  share: ShareRow;
  purpose: Purpose;
  asked: Asked;
}

async function allowed(services: Services, guest: Guest, taking: Taking): Promise<FileRow> {
  const { share, purpose, asked } = taking;
  const file = found((await filesBehind(services, share)).find(({ id }) => id === asked.id));
  const isSaved = purpose === 'download';
  const isAllowed = mayHave(share, file, purpose) && (isSaved || !asked.opensPage);
  await audit(
    services.db,
    { ...guest, userId: null },
    {
      action: isSaved ? 'share_file_downloaded' : 'share_file_read',
      result: isAllowed ? 'ok' : 'refused',
      caseId: share.case_id,
      object: { type: 'file', id: file.id },
      detail: { share: share.id, ...(purpose === 'light' ? { light: true } : {}) },
    },
  );
  if (!isAllowed)
    throw new Refusal(!isSaved || !share.allows_download ? 'share_view_only' : 'export_blocked');
  return file;
}
