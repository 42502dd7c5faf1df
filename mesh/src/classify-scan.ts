import { extensionOf, hasExtension, SURFACE_EXTENSIONS } from './file-extensions.ts';
import { jawRules, type NameRule, type NameWords, roleRules, toothBefore } from './scan-names.ts';
import { lineRoles, type ScanClass, type ScanRole, type SourcedClass, scanRoles } from './scan-roles.ts';

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

/** Whether the extension is one of a surface: stl, ply or obj, or dcm, which packed scans have. */
export const isMeshName = (filename: string): boolean => hasExtension(filename, SURFACE_EXTENSIONS);

/** Whether a file may be a packed scan or a DICOM image, or be encrypted: its name does not tell. */
export const isPackedName = (filename: string): boolean => extensionOf(filename) === 'dcm';

/** Whether a file is a surface. Of a packed one the server tells what it shows once it has read it. */
export const isSurface = ({ filename, scan }: NamedScan): boolean =>
  isMeshName(filename) && (!isPackedName(filename) || scan != null);

/** What a file can show, by its extension: surfaces, lines, or nothing in 3D. */
export function rolesFor(filename: string): readonly ScanRole[] {
  if (extensionOf(filename) === 'xyz') return lineRoles;
  return isMeshName(filename) ? scanRoles.filter((role) => !lineRoles.includes(role)) : [];
}

/** Roles of things that belong to one tooth. */
const toothRoles: readonly ScanRole[] = ['margin', 'copyline', 'design', 'waxup', 'scanbody'];

export const hasTooth = (role: ScanRole): boolean => toothRoles.includes(role);

/** What somebody says a file shows. */
export interface ScanChoice {
  role: ScanRole;
  jaw: 'upper' | 'lower' | null;
  /** FDI number. */
  tooth: number | null;
}

/** Whether a file can show that: a line is no surface, and a tooth stands in its own jaw. */
export function choiceFits(filename: string, { role, jaw, tooth }: ScanChoice): boolean {
  if (!rolesFor(filename).includes(role)) return false;
  if (tooth === null) return true;
  return hasTooth(role) && isFdiTooth(tooth) && (jaw === null || jaw === jawOfTooth(tooth));
}

/** A file as far as it is known what it shows; `scan` where the server told it. */
export interface NamedScan {
  filename: string;
  scan?: SourcedClass | null;
}

/** What a file shows: as the server told it, else by its name. */
export const scanOf = ({ filename, scan }: NamedScan): ScanClass => scan ?? classifyScan(filename);

/**
 * Whether a file can be looked at in 3D: a mesh that is not a bite scan, or one whose name has a
 * hyphen and not 'bite'. The second half alone leaves out names with underscores only. What a person said
 * outweighs the name.
 */
export function canShow3d(file: NamedScan): boolean {
  const { filename, scan } = file;
  if (!isSurface(file)) return false;
  const hyphenated = filename.includes('-') && !filename.toLowerCase().includes('bite');
  return (hyphenated && scan?.by !== 'person') || scanOf(file).role !== 'bite';
}

/** The jaw a file is a scan of; null for bites, scan bodies, documents and everything else. */
export function scannedJaw(file: NamedScan): 'upper' | 'lower' | null {
  const { role, jaw } = scanOf(file);
  return isSurface(file) && (role === 'jaw' || role === 'antagonist') ? (jaw ?? null) : null;
}

function wordsOf(filename: string): NameWords {
  const stem = filename.replace(/\.[^.]*$/, '');
  const parts = partsOf(stem.toLowerCase());
  const finer = partsOf(stem.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1-').toLowerCase());
  return {
    parts,
    all: new Set([...parts, ...pairsOf(parts), ...finer, ...pairsOf(finer)]),
    last: parts.at(-1) ?? '',
  };
}

const partsOf = (stem: string): string[] => stem.split(/[-_\s.]+/).filter(Boolean);

const pairsOf = (parts: readonly string[]): string[] => parts.slice(1).map((part, i) => `${parts[i]}${part}`);

function firstAnswer<Answer>(rules: readonly NameRule<Answer>[], words: NameWords): Answer | undefined {
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
