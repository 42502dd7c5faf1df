import type { CaseDetail, FileVersion } from '@cusp/contract/cases';
import { type Ref, useMemo } from 'react';
import { useUser } from '../../../client/session/session-store.ts';
import { fetchFileBytes, fetchLightCopy, useSaveFile } from '../../files/files.offers.tsx';
import { CaseViewer, type CaseViewerHandle } from '../../viewer/viewer.offers.tsx';

/** The scanner's picture of a case. */
const PREVIEW = 'preview3d.png';

function seen({ updated_date, light_failure, ...file }: FileVersion) {
  return { ...file, updatedAt: updated_date, failure: light_failure };
}

interface CasePreviewProps {
  dentalCase: Pick<CaseDetail, 'id' | 'files' | 'usertype' | 'from_locked_device'>;
  viewer: Ref<CaseViewerHandle>;
}

/** The 2D preview of a case and, on request, its scans in 3D. */
export function CasePreview({ dentalCase, viewer }: CasePreviewProps) {
  const { settings } = useUser();
  const save = useSaveFile(dentalCase);
  const files = useMemo(
    () => dentalCase.files.map(({ earlier, ...file }) => ({ ...seen(file), earlier: earlier.map(seen) })),
    [dentalCase.files],
  );
  const picture = files.findLast(({ filename }) => filename.toLowerCase() === PREVIEW);
  return (
    <CaseViewer
      key={dentalCase.id}
      ref={viewer}
      files={files}
      previewUrl={picture && `${picture.url}?inline=1`}
      projection={settings._3d_projection}
      fetchLightCopy={fetchLightCopy}
      fetchFile={fetchFileBytes}
      onDownload={save}
    />
  );
}
