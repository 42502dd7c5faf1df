export { AttachmentList, type AttachmentListProps } from './AttachmentList.tsx';
export { CaseFiles } from './CaseFiles.tsx';
export { DownloadAllButton } from './DownloadAllButton.tsx';
export { FileDropArea, FileDropZone } from './FileDropZone.tsx';
export { fetchFileBytes } from './fetch-file-bytes.ts';
export { fetchLightCopy } from './fetch-light-copy.ts';
export { PrintableOrderForm } from './PrintableOrderForm.tsx';
export { UploadList } from './UploadList.tsx';
export { type UseUploads, useUploads } from './use-uploads.ts';
