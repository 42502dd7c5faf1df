export { AttachmentList, type AttachmentListProps } from './AttachmentList.tsx';
export { CaseFiles, OnlyPdf, useOnlyPdf } from './CaseFiles.tsx';
export { DownloadAllButton } from './DownloadAllButton.tsx';
export { FilePreview } from './FilePreview.tsx';
export { fetchFileBytes, fetchLightCopy, readBytes } from './fetch-file.ts';
export { isDownloadedPicture, isMesh, isPreviewable } from './file-kinds.ts';
export { isOutdated, type Previewed, previewOf, type ShownFile, shownAs } from './preview/previewed.ts';
export { keepPreview, makePreview, viewerFile, wantsPreview } from './preview-picture.ts';
export { isClosed, Quarantine } from './Quarantine.tsx';
export { FileDropArea, FileDropZone } from './uploads/FileDropZone.tsx';
export { UnfinishedUploads } from './uploads/UnfinishedUploads.tsx';
export { UploadList } from './uploads/UploadList.tsx';
export { shareSent } from './uploads/upload-queue.ts';
export {
  isQuotaExceeded,
  type Uploading,
  type UseUploads,
  useAwaited,
  useUploading,
  useUploads,
} from './uploads/use-uploads.tsx';
export { useOrderForm } from './use-order-form.tsx';
export { saveFrom, useExportBlock, useSaveFile } from './use-save-file.ts';
