import type { CaseDetail } from '@cusp/contract/cases';
import { useMemo } from 'react';
import { useUser } from '../../../client/session/session-store.ts';
import { fetchFileBytes, fetchLightCopy, useSaveFile } from '../../files/files.offers.tsx';
import { CaseViewer } from '../../viewer/viewer.offers.tsx';

/** The scanner's picture of a case. */
const PREVIEW = 'preview3d.png';

/** The 2D preview of a case and, on request, its scans in 3D. */
export function CasePreview({
  dentalCase,
}: {
  dentalCase: Pick<CaseDetail, 'id' | 'files' | 'usertype' | 'from_locked_device'>;
}) {
  const { settings } = useUser();
  const save = useSaveFile(dentalCase);
  const files = useMemo(
    () =>
      dentalCase.files.map(({ updated_date, light_failure, ...file }) => ({
        ...file,
        updatedAt: updated_date,
        failure: light_failure,
      })),
    [dentalCase.files],
  );
  const picture = files.findLast(({ filename }) => filename.toLowerCase() === PREVIEW);
  return (
    <CaseViewer
      key={dentalCase.id}
      files={files}
      previewUrl={picture && `${picture.url}?inline=1`}
      projection={settings._3d_projection}
      fetchLightCopy={fetchLightCopy}
      fetchFile={fetchFileBytes}
      onDownload={save}
    />
  );
}
