import { pathOf } from '@cusp/contract/endpoint';
import { sharedZip } from '@cusp/contract/sharing';
import { audit } from '../../platform/audit/audit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { type Bundle, bundleOf, requireBytes } from '../files/download-all.ts';
import { bytesBehind, filesBehind } from './given-files.ts';
import { asMaker, type Guest, shareOfToken } from './open-share.ts';
import { grantFor } from './share-grant.ts';
import { linkOfGrant } from './shared-files.ts';
import { blockOf, mayDownload } from './sharing.policy.ts';
import type { ShareRow } from './sharing.sql.ts';

/** File id in a grant that covers all files. */
export const ALL_FILES = 0;

/** The case with the files that a link's visitor may save; throws if there are no such files. */
async function savable(services: Services, share: ShareRow) {
  if (!share.allows_download) throw new Refusal('share_view_only');
  const { no } = await asMaker(() => visibleCase(services.db, share.maker_id, share.case_id));
  const { given } = await filesBehind(services, share);
  const savable = given.filter(({ file }) => mayDownload(share, file));
  if (savable.length === 0) {
    const blocks = given.map(({ file }) => blockOf(file));
    // A wait ends by itself, so it is the reason that helps most.
    throw new Refusal(blocks.find((block) => block === 'file_waits_for_scan') ?? blocks[0] ?? 'not_found');
  }
  return { no, files: await bytesBehind(services, savable) };
}

/** The URL of all files that a link lets a visitor save. */
export async function sharedZipUrl(services: Services, token: string): Promise<{ url: string }> {
  const share = await shareOfToken(services, token);
  const { files } = await savable(services, share);
  await requireBytes(services, files);
  const grant = grantFor(services, { linkId: share.id, fileId: ALL_FILES, purpose: 'all' });
  return { url: `${pathOf(sharedZip)}?grant=${grant}` };
}

/** The entries of the zip of a URL, if the link behind it still works. Each use is logged. */
export async function takeSharedZip(services: Services, guest: Guest, grant: string): Promise<Bundle> {
  const { share, purpose } = await linkOfGrant(services, guest, { id: ALL_FILES, grant, what: 'zip' });
  if (purpose !== 'all') throw new Refusal('download_expired');
  const log = (result: 'ok' | 'refused', files: readonly { id: number }[] = []) =>
    audit(
      services.db,
      { ...guest, userId: null },
      {
        action: 'share_files_downloaded',
        result,
        caseId: share.case_id,
        detail: { share: share.id, files: files.map(({ id }) => id) },
      },
    );
  const { no, files } = await savable(services, share).catch(async (error: unknown) => {
    await log('refused');
    throw error;
  });
  await requireBytes(services, files);
  const bundle = await bundleOf(services, no, files);
  await log('ok', files);
  return bundle;
}
