import { extensionOf, FILE_EXTENSIONS, FILENAME_MAX, mostBytesOf } from '@cusp/contract/files';

/** Why a file is not sent at all; the server would refuse it too. */
export type SkipReason = 'type' | 'size' | 'materialSize' | 'empty' | 'name';

/** What speaks against sending a file, as far as its name and size tell; null when nothing does. */
export function reasonToSkip(file: { name: string; size: number }): SkipReason | null {
  const extension = extensionOf(file.name);
  if (!(FILE_EXTENSIONS as readonly string[]).includes(extension)) return 'type';
  if (file.size > mostBytesOf(extension)) return extension === 'mtl' ? 'materialSize' : 'size';
  if (file.size === 0) return 'empty';
  return file.name.normalize('NFC').length > FILENAME_MAX ? 'name' : null;
}
