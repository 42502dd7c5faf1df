import { meshExtensions } from './sniff-mesh.ts';

export type ScanRole =
  | 'margin'
  | 'copyline'
  | 'design'
  | 'scanbody'
  | 'preop'
  | 'gingiva'
  | 'bite'
  | 'jaw'
  | 'unknown';

export interface ScanClass {
  role: ScanRole;
  jaw?: 'upper' | 'lower';
  /** FDI number. */
  tooth?: number;
}

interface Words {
  /** Parts of the name between `-`, `_`, blank and dot, in lower case. */
  parts: readonly string[];
  /** The parts and every two neighbours joined, so that `scan-body` meets `scanbody`. */
  all: ReadonlySet<string>;
  last: string;
}

interface Rule<Answer> {
  answer: Answer;
  words: readonly string[];
  /** Narrows a rule that its words alone do not decide. */
  unless?: (words: Words) => boolean;
}

/** iTero names its jaws `…_shell_occlusion_u` and `…_l`: the ending outweighs `occlusion`. */
const namesAJaw = ({ last }: Words) => last === 'u' || last === 'l';

/** First match wins. Names as Medit, Shining 3D, exocad, 3Shape and iTero write them, and common variants. */
const roleRules: readonly Rule<ScanRole>[] = [
  { answer: 'margin', words: ['margin', 'marginline'] },
  { answer: 'copyline', words: ['copyline'] },
  { answer: 'design', words: ['waxup', 'cad', 'design', 'model'] },
  { answer: 'scanbody', words: ['marker', 'scanbody', 'scanbodies', 'markers'] },
  { answer: 'preop', words: ['situ', 'preop', 'preoperative', 'preopscan'] },
  { answer: 'gingiva', words: ['gingiva', 'gingivascan'] },
  { answer: 'bite', words: ['totaljaw0', 'totaljaw1', 'bite', 'bitescan', 'occlusion'], unless: namesAJaw },
  { answer: 'jaw', words: ['preparation', 'preparationscan', 'antagonist', 'antagonistscan'] },
  {
    answer: 'jaw',
    words: ['upperjaw', 'upper', 'maxilla', 'lowerjaw', 'lower', 'mandible', 'upperjawscan', 'lowerjawscan'],
  },
];

const jawRules: readonly Rule<'upper' | 'lower'>[] = [
  { answer: 'upper', words: ['upperjaw', 'upper', 'maxilla', 'upperjawscan'] },
  { answer: 'lower', words: ['lowerjaw', 'lower', 'mandible', 'lowerjawscan'] },
];

/** A number counts as a tooth only directly before one of these: elsewhere it may be a date. */
const toothBefore = new Set(['margin', 'marginline', 'copyline', 'waxup', 'cad']);

/**
 * Guesses from a file's name what the scan shows. `format` is the extension or sniffed content;
 * an `xyz` is always a line. People can correct the guess; an order file that names the scan wins.
 */
export function classifyScan(filename: string, format = extensionOf(filename)): ScanClass {
  const words = wordsOf(filename);
  const tooth = toothOf(words.parts);
  const jaw =
    firstAnswer(jawRules, words) ?? jawByEnding(words.last) ?? (tooth ? jawOfTooth(tooth) : undefined);
  let role = firstAnswer(roleRules, words) ?? (jaw ? 'jaw' : 'unknown');
  if (format === 'xyz' && role !== 'copyline') role = 'margin';
  return { role, ...(jaw ? { jaw } : {}), ...(tooth ? { tooth } : {}) };
}

/** The jaw a tooth stands in, by its FDI quadrant: 1, 2, 5, 6 are upper. */
export function jawOfTooth(fdi: number): 'upper' | 'lower' {
  return [1, 2, 5, 6].includes(Math.floor(fdi / 10)) ? 'upper' : 'lower';
}

/** Whether a number is an FDI tooth, permanent (11–48) or primary (51–85). */
export function isFdiTooth(fdi: number): boolean {
  const quadrant = Math.floor(fdi / 10);
  const position = fdi % 10;
  return quadrant >= 1 && quadrant <= 8 && position >= 1 && position <= (quadrant <= 4 ? 8 : 5);
}

/** The extension in lower case without its dot; empty when there is none. */
export function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot === -1 ? '' : filename.slice(dot + 1).toLowerCase();
}

/** Whether the extension is one of a surface: stl, ply or obj. */
export function isMeshName(filename: string): boolean {
  const extension = extensionOf(filename);
  return extension !== 'xyz' && (meshExtensions as readonly string[]).includes(extension);
}

/**
 * Whether a file can be looked at in 3D: a mesh that is not a bite scan, or one whose name has a
 * hyphen and not 'bite'. The second half alone leaves out names with underscores only.
 */
export function canShow3d(filename: string): boolean {
  if (!isMeshName(filename)) return false;
  const hyphenated = filename.includes('-') && !filename.toLowerCase().includes('bite');
  return hyphenated || classifyScan(filename).role !== 'bite';
}

/** The jaw a file is a scan of by its name; null for bites, scan bodies, documents and everything else. */
export function scannedJaw(filename: string): 'upper' | 'lower' | null {
  const scan = classifyScan(filename);
  return isMeshName(filename) && scan.role === 'jaw' ? (scan.jaw ?? null) : null;
}

function wordsOf(filename: string): Words {
  const stem = filename.replace(/\.[^.]*$/, '').toLowerCase();
  const parts = stem.split(/[-_\s.]+/).filter(Boolean);
  const pairs = parts.slice(1).map((part, i) => `${parts[i]}${part}`);
  return { parts, all: new Set([...parts, ...pairs]), last: parts.at(-1) ?? '' };
}

function firstAnswer<Answer>(rules: readonly Rule<Answer>[], words: Words): Answer | undefined {
  return rules.find((rule) => rule.words.some((word) => words.all.has(word)) && !rule.unless?.(words))
    ?.answer;
}

function jawByEnding(last: string): 'upper' | 'lower' | undefined {
  if (last === 'u') return 'upper';
  return last === 'l' ? 'lower' : undefined;
}

function toothOf(parts: readonly string[]): number | undefined {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string;
    const universal = /^unn(\d{1,2})$/.exec(part);
    if (universal) return fdiOfUniversal(Number(universal[1]));
    if (/^\d\d$/.test(part) && toothBefore.has(parts[i + 1] ?? '') && isFdiTooth(Number(part)))
      return Number(part);
  }
  return undefined;
}

/** Universal 1–32 runs upper right to upper left, then lower left to lower right. */
function fdiOfUniversal(n: number): number | undefined {
  if (n < 1 || n > 32) return undefined;
  if (n <= 8) return 19 - n;
  if (n <= 16) return 12 + n;
  return n <= 24 ? 55 - n : 16 + n;
}
