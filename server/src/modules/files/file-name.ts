import { MAX_FILENAME } from '@cusp/contract/file-types';
import { storedFilename } from '@cusp/text/file-name';
import { Refusal } from '../../platform/http/refusal.ts';

/** Characters Windows forbids in names, and its reserved device names with any extension. */
const NOT_ON_WINDOWS = /["*:<>?|]/g;
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\s*(\.|$))/i;
/** Most file systems limit names to this many bytes. */
const MAX_FOLDER_NAME = 255;
/** Space for the number that makes a name unique. */
const NUMBER_ROOM = 8;

/**
 * A file name fit to be stored and shown: NFC, no path, no invisible characters.
 * Quotes and all alphabets are kept; browsers send a quote in a form as `%22`. Throws `file_name_invalid`.
 */
export function cleanFilename(sent: string): string {
  const unescaped = sent.replace(/%(22|0[ad])/gi, (_, code: string) => (code === '22' ? '"' : ''));
  const name = storedFilename(unescaped);
  if (name === '' || name.length > MAX_FILENAME) throw new Refusal('file_name_invalid', 'file');
  return name;
}

/**
 * Unique names for files in one folder on any system: duplicates are numbered (`scan.stl`,
 * `scan (2).stl`, ignoring case), forbidden characters are replaced, and long names are truncated.
 */
export function numberedNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((kept) => {
    const name = shortened(kept.replace(NOT_ON_WINDOWS, '_').replace(DEVICE, '_$1'));
    const dot = name.lastIndexOf('.');
    const stem = dot > 0 ? name.slice(0, dot) : name;
    const ending = dot > 0 ? name.slice(dot) : '';
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${stem} (${n})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** A name truncated to fit a folder, with its extension intact. */
function shortened(name: string): string {
  const most = MAX_FOLDER_NAME - NUMBER_ROOM;
  if (Buffer.byteLength(name) <= most) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot) : '';
  let stem = '';
  let bytes = Buffer.byteLength(ending);
  for (const letter of dot > 0 ? name.slice(0, dot) : name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > most) break;
    stem += letter;
  }
  return stem + ending;
}
