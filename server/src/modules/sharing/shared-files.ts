import { pathOf } from '@cusp/contract/endpoint';
import { sharedFile } from '@cusp/contract/sharing';
import { audit } from '../../platform/audit/audit.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { newestOf } from '../files/files.present.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { type Guest, requireActive, shareOfToken } from './open-share.ts';
import { type Grant, grantFor, readGrant } from './share-grant.ts';
import { countUse } from './share-limits.ts';
import { mayDownload, showsAs } from './sharing.policy.ts';
import { findShare, type ShareRow } from './sharing.sql.ts';

const MOST_IDS = 500;

const mayHave = (share: ShareRow, file: FileRow, purpose: Grant['purpose']): boolean =>
  purpose === 'view' ? showsAs(file) !== null : mayDownload(share, file);

/** The files behind a link; a version that was replaced is not among them any more. */
const filesBehind = async ({ db }: Services, share: ShareRow): Promise<FileRow[]> =>
  newestOf(await filesOf(db, share.maker_id, share.case_id));

/** Addresses of files behind a link. Those of other cases, and those that may not be had so, have none. */
export async function sharedFileUrls(
  services: Services,
  input: { data: string; ids: string; purpose: Grant['purpose'] },
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

const addressOf = (services: Services, grant: Grant): string =>
  `${pathOf(sharedFile, { id: grant.fileId })}?grant=${grantFor(services, grant)}`;

/** The file of an address, while the link behind it works. Written down each time. */
export async function takeSharedFile(
  services: Services,
  guest: Guest,
  input: { id: number; grant: string; opensPage: boolean },
): Promise<{ file: FileRow; purpose: Grant['purpose'] }> {
  await countUse(services, 'file', { ip: guest.ip });
  const grant = readGrant(services, input.id, input.grant);
  if (!grant) throw new Refusal('download_expired');
  await countUse(services, 'file', { linkId: grant.linkId });
  const share = requireActive(await findShare(services.db, { id: grant.linkId }));
  const file = found((await filesBehind(services, share)).find(({ id }) => id === input.id));
  const { purpose } = grant;
  const isAllowed = mayHave(share, file, purpose) && !(purpose === 'view' && input.opensPage);
  await audit(
    services.db,
    { ...guest, userId: null },
    {
      action: purpose === 'view' ? 'share_file_read' : 'share_file_downloaded',
      result: isAllowed ? 'ok' : 'refused',
      caseId: share.case_id,
      object: { type: 'file', id: file.id },
      detail: { share: share.id },
    },
  );
  if (!isAllowed)
    throw new Refusal(purpose === 'view' || !share.allows_download ? 'share_view_only' : 'export_blocked');
  return { file, purpose };
}
