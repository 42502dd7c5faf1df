/** Key for comparing file names, independent of letter case. */
export const fileKey = (filename: string): string => filename.normalize('NFC').toLowerCase();

const longestName = 255;

/** Maximum bytes of a line that are searched for names. */
export const longestLine = 4096;

/**
 * The key of the file that a path in a scan names; undefined if it has none of these extensions. Only the last segment
 * counts, so that a path cannot point anywhere but beside the scan.
 */
export function keyOfPath(path: string, extensions: readonly string[]): string | undefined {
  const name = (path.split(/[/\\]/).at(-1) ?? '').replaceAll(/["']/g, '').trim();
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const isNamed = name.lastIndexOf('.') > 0 && name.length <= longestName;
  return isNamed && extensions.includes(extension) ? fileKey(name) : undefined;
}

/** Decodes a text with one byte per character as UTF-8, or as Windows-1252 if it is not valid UTF-8. */
export function nameText(text: string): string {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
