import { PREVIEW_EXTENSIONS } from '@cusp/contract/file-types';
import { hasExtension } from '@cusp/mesh/file-extensions';

/**
 * Formats that cannot execute anything in a page and whose metadata is removed. GIF keeps its metadata, under any name.
 */
const HARMLESS = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/heic', 'application/pdf'];

/** Whether a file is shown in the page: a previewable extension with harmless content. */
export const showsInPage = (file: { filename: string; mediaType: string }): boolean =>
  HARMLESS.includes(file.mediaType) && hasExtension(file.filename, PREVIEW_EXTENSIONS);
