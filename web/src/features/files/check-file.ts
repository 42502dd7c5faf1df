import { extensionOf, FILE_EXTENSIONS, FILE_MAX_BYTES, FILENAME_MAX } from '@cusp/contract/files';

/** Why a file is not sent at all; the server would refuse it too. */
export type SkipReason = 'type' | 'size' | 'empty' | 'name';

/** What speaks against sending a file, as far as its name and size tell; null when nothing does. */
export function reasonToSkip(file: { name: string; size: number }): SkipReason | null {
  if (!(FILE_EXTENSIONS as readonly string[]).includes(extensionOf(file.name))) return 'type';
  if (file.size > FILE_MAX_BYTES) return 'size';
  if (file.size === 0) return 'empty';
  return file.name.normalize('NFC').length > FILENAME_MAX ? 'name' : null;
}
