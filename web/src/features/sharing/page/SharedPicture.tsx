import { isPreviewPicture } from '@cusp/contract/file-types';
import type { SharedCase } from '@cusp/contract/sharing';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { orderWords } from '../../../dental-ui/order-words.ts';
import { CaseViewer } from '../../viewer/viewer.offers.tsx';
import classes from './shared-case.module.css';
import { fetchShared, fetchSharedLight, useSharedPicture } from './shared-files.ts';
import { useSharedSaving } from './use-shared-saving.ts';

interface SharedPictureProps {
  token: string;
  shared: SharedCase;
  /** The link has stopped working. */
  onRefused(): void;
}

/** The 2D preview behind a link and, on request, its scans in 3D. */
export function SharedPicture({ token, shared, onRefused }: SharedPictureProps) {
  const { files } = shared;
  const { save } = useSharedSaving(token, onRefused);
  const scans = useMemo(
    () =>
      files
        .filter(({ shows_as }) => shows_as === 'scan')
        .map(({ id, filename, size, updated_date, scan }) => ({
          id,
          filename,
          size,
          scan,
          updatedAt: updated_date,
        })),
    [files],
  );
  const fetchFile = useMemo(() => fetchShared(token), [token]);
  const fetchLightCopy = useMemo(() => fetchSharedLight(token), [token]);
  const preview = files.findLast(
    ({ filename, shows_as }) => shows_as === 'picture' && isPreviewPicture(filename),
  );
  const { data: url } = useSharedPicture(token, preview?.id);
  const { t } = useTranslation('dental');
  const subject = { title: shared.no, order: orderWords(shared.restorations, shared.number_sys, t) };
  const orientationStore = { mark: shared.orientation, isKeeping: false };
  return (
    <div className={classes.viewer}>
      <CaseViewer
        subject={subject}
        files={scans}
        previewUrl={url}
        projection="perspective"
        fetchLightCopy={fetchLightCopy}
        fetchFile={fetchFile}
        orientationStore={orientationStore}
        onDownload={shared.allows_download ? (file) => void save(file) : undefined}
      />
    </div>
  );
}
