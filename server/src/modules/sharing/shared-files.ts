import { pathOf } from '@cusp/contract/endpoint';
import { sharedFile, sharedLightCopy } from '@cusp/contract/sharing';
import { audit } from '../../platform/audit/audit.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import type { FileRow } from '../files/files.sql.ts';
import { areOpen } from '../files/open-downloads.ts';
import { lightCopyOf } from '../light-copies/light-copies.sql.ts';
import { HEIC, previewOf } from '../served-copies/preview-copy.ts';
import { bytesBehind, filesBehind, type GivenFile } from './given-files.ts';
import { type Guest, requireActive, shareOfToken } from './open-share.ts';
import { type Grant, grantFor, readGrant } from './share-grant.ts';
import { countUse } from './share-limits.ts';
import { blockOf, isBlocked, mayDownload, showsAs } from './sharing.policy.ts';
import { findShare, type ShareRow } from './sharing.sql.ts';

const MAX_IDS = 500;

type Purpose = Exclude<Grant['purpose'], 'all'>;

function mayHave(share: ShareRow, file: FileRow, purpose: Grant['purpose']): boolean {
  if (purpose === 'view') return showsAs(file) !== null;
  return purpose === 'light' ? showsAs(file) === 'scan' : mayDownload(share, file);
}

/** URLs of files behind a link, without files of other cases and files not available in this way. */
export async function sharedFileUrls(
  services: Services,
  input: { data: string; ids: string; purpose: Purpose },
): Promise<Record<string, string>> {
  const share = await shareOfToken(services, input.data);
  if (input.purpose === 'download' && !share.allows_download) throw new Refusal('share_view_only');
  const wanted = new Set(input.ids.split(',').map(Number));
  if (wanted.size > MAX_IDS) throw new Refusal('invalid_input', 'ids');
  const { given } = await filesBehind(services, share);
  return Object.fromEntries(
    given
      .filter(({ file }) => wanted.has(file.id) && mayHave(share, file, input.purpose))
      .map(({ file: { id } }) => [
        id,
        addressOf(services, { linkId: share.id, fileId: id, purpose: input.purpose }),
      ]),
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

/** The link behind a grant, if it still works. Counts as a use of the link and of the network. */
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

/**
 * Whether nobody has taken back the link behind a grant or closed one of these files, for downloads that are being sent
 * while the link may expire.
 */
export function stillGives(
  services: Services,
  { id, grant }: Pick<Asked, 'id' | 'grant'>,
  ids: readonly number[],
) {
  const linkId = readGrant(services, id, grant)?.linkId;
  return async (): Promise<boolean> => {
    const share = linkId === undefined ? undefined : await findShare(services.db, { id: linkId });
    if (!share || share.state === 'revoked' || share.is_ended) return false;
    return areOpen(services, { userId: share.maker_id, ids, isClosed: isBlocked });
  };
}

interface SharedBytes extends FileRow {
  /** Media type of the reply: one that browsers only display inside the page. */
  type: string;
  isShown: boolean;
}

/** The file of a URL, if the link behind it still works. Each use is logged. */
export async function takeSharedFile(services: Services, guest: Guest, asked: Asked): Promise<SharedBytes> {
  const { share, purpose } = await linkOfGrant(services, guest, { ...asked, what: 'file' });
  if (purpose !== 'view' && purpose !== 'download') throw new Refusal('download_expired');
  const given = await allowed(services, guest, { share, purpose, asked });
  const isShown = purpose === 'view';
  const [file] = await bytesBehind(services, [given]);
  const bytes = found(file);
  const type = isShown && bytes.mediaType.startsWith('image/') ? bytes.mediaType : 'application/octet-stream';
  if (isShown && bytes.mediaType === HEIC)
    return { ...bytes, ...(await previewOf(services, given.file)), type: 'image/jpeg', isShown };
  return { ...bytes, type, isShown };
}

/** The light copy of a scan at a URL, under the same rules as its file. Null without a copy. */
export async function takeSharedLightCopy(services: Services, guest: Guest, asked: Asked) {
  const { share, purpose } = await linkOfGrant(services, guest, { ...asked, what: 'file' });
  if (purpose !== 'light') throw new Refusal('download_expired');
  const { file, name } = await allowed(services, guest, { share, purpose, asked });
  const copy = await lightCopyOf(services.db, file.id);
  return copy ? { ...copy, filename: `${name}.glb` } : null;
}

interface Taking {
  share: ShareRow;
  purpose: Purpose;
  asked: Asked;
}

async function allowed(services: Services, guest: Guest, taking: Taking): Promise<GivenFile> {
  const { share, purpose, asked } = taking;
  const { given } = await filesBehind(services, share);
  const one = found(given.find(({ file }) => file.id === asked.id));
  const { file } = one;
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
  if (!isAllowed) throw new Refusal((isSaved && share.allows_download && blockOf(file)) || 'share_view_only');
  return one;
}
