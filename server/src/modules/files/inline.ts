import { PREVIEW_EXTENSIONS } from '@cusp/contract/file-types';
import { hasExtension } from '@cusp/mesh/file-extensions';

/** Kinds that cannot run anything in a page. */
const HARMLESS = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'application/pdf',
];

/** Whether a file is shown in the page: named like a previewable type, and harmless by its content. */
export const showsInPage = (file: { filename: string; mediaType: string }): boolean =>
  HARMLESS.includes(file.mediaType) && hasExtension(file.filename, PREVIEW_EXTENSIONS);
