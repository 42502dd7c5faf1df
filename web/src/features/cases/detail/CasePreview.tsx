import type { CaseDetail } from '@cusp/contract/cases';
import { type Ref, useMemo } from 'react';
import { useUser } from '../../../client/session/session-store.ts';
import { fetchFileBytes, fetchLightCopy, type UseUploads, useSaveFile } from '../../files/files.offers.tsx';
import { CaseViewer, type CaseViewerHandle } from '../../viewer/viewer.offers.tsx';
import { usePinDesk } from './use-pin-desk.tsx';

/** The scanner's picture of a case. */
const PREVIEW = 'preview3d.png';

interface CasePreviewProps {
  dentalCase: CaseDetail;
  uploads: UseUploads;
  viewer: Ref<CaseViewerHandle>;
}

/** The 2D preview of a case and, on request, its scans in 3D. */
export function CasePreview({ dentalCase, uploads, viewer }: CasePreviewProps) {
  const { settings } = useUser();
  const save = useSaveFile(dentalCase);
  const desks = usePinDesk(dentalCase, uploads);
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
      ref={viewer}
      files={files}
      previewUrl={picture && `${picture.url}?inline=1`}
      projection={settings._3d_projection}
      fetchLightCopy={fetchLightCopy}
      fetchFile={fetchFileBytes}
      onDownload={save}
      {...desks}
    />
  );
}
