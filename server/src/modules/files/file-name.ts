import { FILENAME_MAX } from '@cusp/contract/files';
import { Refusal } from '../../platform/http/refusal.ts';

/** Control characters, and marks that turn or hide what stands beside them. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A person's name for a file, fit to be kept and shown: composed Unicode, no path, nothing invisible.
 * Quotes and other alphabets stay. Browsers send a quote in a form as `%22`. Throws `file_name_invalid`.
 */
export function cleanFilename(sent: string): string {
  const unescaped = sent.replace(/%(22|0[ad])/gi, (_, code: string) => (code === '22' ? '"' : ''));
  const name =
    unescaped
      .toWellFormed()
      .normalize('NFC')
      .replace(UNSEEN, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim()
      .replace(/[. ]+$/, '') ?? '';
  if (name === '' || name.length > FILENAME_MAX) throw new Refusal('file_name_invalid', 'file');
  return name;
}

/** Numbers names that would meet in one folder: `scan.stl`, `scan (2).stl`. Upper and lower case meet too. */
export function numberedNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const stem = dot > 0 ? name.slice(0, dot) : name;
    const ending = dot > 0 ? name.slice(dot) : '';
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${stem} (${n})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
