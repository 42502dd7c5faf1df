/** What names of files are compared by: their letters, whatever their case. */
export const fileKey = (filename: string): string => filename.normalize('NFC').toLowerCase();

const longestName = 255;

/** Most bytes of a line that are looked at for names. */
export const longestLine = 4096;

/**
 * The key of the file that a path in a scan names; undefined where it has none of these extensions. Only the last part
 * of a path is taken, so that nothing outside the files beside the scan can be meant.
 */
export function keyOfPath(path: string, extensions: readonly string[]): string | undefined {
  const name = (path.split(/[/\\]/).at(-1) ?? '').replaceAll(/["']/g, '').trim();
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const isNamed = name.lastIndexOf('.') > 0 && name.length <= longestName;
  return isNamed && extensions.includes(extension) ? fileKey(name) : undefined;
}

/** A text of one letter for each byte, as UTF-8 or, where it is none, in the letters of Western Windows. */
export function nameText(text: string): string {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
