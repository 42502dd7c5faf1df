import { extensionOf, hasExtension, SURFACE_EXTENSIONS } from './file-extensions.ts';
import { jawRules, type NameRule, type NameWords, roleRules, toothBefore } from './scan-names.ts';
import { lineRoles, type ScanClass, type ScanRole, type SourcedClass, scanRoles } from './scan-roles.ts';

/**
 * Guesses from a file's name what the scan shows. `format` is the extension or the detected content; an `xyz` is
 * always a line. A person's choice and an order file that names the scan override the guess.
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

/** The jaw of a tooth by its FDI quadrant: 1, 2, 5, 6 are upper. */
export function jawOfTooth(fdi: number): 'upper' | 'lower' {
  return [1, 2, 5, 6].includes(Math.floor(fdi / 10)) ? 'upper' : 'lower';
}

/** Whether a number is an FDI tooth, permanent (11–48) or primary (51–85). */
export function isFdiTooth(fdi: number): boolean {
  const quadrant = Math.floor(fdi / 10);
  const position = fdi % 10;
  return quadrant >= 1 && quadrant <= 8 && position >= 1 && position <= (quadrant <= 4 ? 8 : 5);
}

/** Whether the extension is one of a surface: stl, ply, obj, or dcm, which packed scans have. */
export const isMeshName = (filename: string): boolean => hasExtension(filename, SURFACE_EXTENSIONS);

/** Whether a file may be a packed scan, a DICOM image or encrypted, which its name does not reveal. */
export const isPackedName = (filename: string): boolean => extensionOf(filename) === 'dcm';

/** Whether a file is a surface. For packed files the server says so once it has read them. */
export const isSurface = ({ filename, scan }: NamedScan): boolean =>
  isMeshName(filename) && (!isPackedName(filename) || scan != null);

/** The roles that a file can have by its extension: surfaces, lines, or none. */
export function rolesFor(filename: string): readonly ScanRole[] {
  if (extensionOf(filename) === 'xyz') return lineRoles;
  return isMeshName(filename) ? scanRoles.filter((role) => !lineRoles.includes(role)) : [];
}

/** Roles of a single tooth. */
const toothRoles: readonly ScanRole[] = ['margin', 'copyline', 'design', 'waxup', 'scanbody'];

export const hasTooth = (role: ScanRole): boolean => toothRoles.includes(role);

/** A person's choice for a file. */
export interface ScanChoice {
  role: ScanRole;
  jaw: 'upper' | 'lower' | null;
  /** FDI number. */
  tooth: number | null;
}

/** Whether a choice is possible for a file: a line cannot be a surface, and a tooth must be in its own jaw. */
export function choiceFits(filename: string, { role, jaw, tooth }: ScanChoice): boolean {
  if (!rolesFor(filename).includes(role)) return false;
  if (tooth === null) return true;
  return hasTooth(role) && isFdiTooth(tooth) && (jaw === null || jaw === jawOfTooth(tooth));
}

/** A file with the known facts about it; `scan` if the server sent it. */
export interface NamedScan {
  filename: string;
  scan?: SourcedClass | null;
}

/** Class of a file: the server's if it has one, otherwise derived from the name. */
export const scanOf = ({ filename, scan }: NamedScan): ScanClass => scan ?? classifyScan(filename);

/**
 * Whether a file can be shown in 3D: a mesh that is not a bite scan, or a file with a hyphen and without 'bite' in its
 * name. The second rule excludes only names with underscores. A person's choice overrides the name.
 */
export function canShow3d(file: NamedScan): boolean {
  const { filename, scan } = file;
  if (!isSurface(file)) return false;
  const hyphenated = filename.includes('-') && !filename.toLowerCase().includes('bite');
  return (hyphenated && scan?.by !== 'person') || scanOf(file).role !== 'bite';
}

/** The jaw of a jaw scan; null for bites, scan bodies, documents and everything else. */
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

/** Universal 1–32 runs from upper right to upper left, then from lower left to lower right. */
function fdiOfUniversal(n: number): number | undefined {
  if (n < 1 || n > 32) return undefined;
  if (n <= 8) return 19 - n;
  if (n <= 16) return 12 + n;
  return n <= 24 ? 55 - n : 16 + n;
}
