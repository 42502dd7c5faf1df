import type { CaseDetail } from '@cusp/contract/cases';
import { type Ref, useMemo } from 'react';
import { useUser } from '../../../client/session/session-store.ts';
import {
  fetchFileBytes,
  fetchLightCopy,
  isMesh,
  useExportBlock,
  useSaveFile,
} from '../../files/files.offers.tsx';
import { CaseViewer, type CaseViewerHandle } from '../../viewer/viewer.offers.tsx';

/** The scanner's picture of a case. */
const PREVIEW = 'preview3d.png';

interface CasePreviewProps {
  dentalCase: Pick<CaseDetail, 'id' | 'files' | 'usertype' | 'from_locked_device'>;
  viewer: Ref<CaseViewerHandle>;
}

/** The 2D preview of a case and, on request, its scans in 3D. */
export function CasePreview({ dentalCase, viewer }: CasePreviewProps) {
  const { settings } = useUser();
  const save = useSaveFile(dentalCase);
  const block = useExportBlock(dentalCase);
  const isBlocked = dentalCase.files.every((file) => !isMesh(file.filename) || block.blocks(file));
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
      onBlocked={isBlocked ? () => void block.explain() : undefined}
    />
  );
}
