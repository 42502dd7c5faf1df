/**
 * The role of a type on its tooth. `root`: a post in the root. `post`: the part on an implant. `inner`: a cap under the
 * visible crown. `full`: covers a tooth all round. `implantFull`: the same on an implant. `pontic`: replaces a missing
 * tooth. `part`: covers some surfaces. `temporary`: for planning or until the final work.
 */
type Kind = 'root' | 'post' | 'inner' | 'full' | 'implantFull' | 'pontic' | 'part' | 'temporary';

const KINDS: Readonly<Record<string, Kind>> = {
  post_and_core: 'root',
  implant_abutment: 'post',
  coping: 'inner',
  telescopic_crown: 'inner',
  crown: 'full',
  bridge_abutment: 'full',
  implant_crown: 'implantFull',
  screw_retained: 'implantFull',
  pontic: 'pontic',
  inlay: 'part',
  onlay: 'part',
  overlay: 'part',
  veneer: 'part',
  inlay_retainer: 'part',
  adhesive_wing: 'part',
  provisional: 'temporary',
  wax_up: 'temporary',
};

/**
 * Kinds that exclude each other: a tooth cannot be present and missing, have a root and an implant, or have two crowns.
 */
const EXCLUDED: Readonly<Record<Kind, readonly Kind[]>> = {
  root: ['post', 'implantFull', 'pontic'],
  post: ['root', 'pontic', 'part'],
  inner: ['pontic'],
  full: ['full', 'implantFull', 'pontic', 'part'],
  implantFull: ['root', 'full', 'implantFull', 'pontic', 'part'],
  pontic: ['root', 'post', 'inner', 'full', 'implantFull', 'pontic', 'part'],
  part: ['post', 'full', 'implantFull', 'pontic'],
  temporary: [],
};

/** Kinds that are covered by others, which complement them. Any other pair covers the tooth twice. */
const BELOW: readonly Kind[] = ['root', 'post'];

/** A telescope has an inner and an outer crown; a tooth can get several inlays or veneers. */
const mayRepeat = (type: string): boolean => type === 'telescopic_crown' || KINDS[type] === 'part';

type Verdict = 'same_twice' | 'types_conflict' | 'tooth_twice' | null;

/** The conflict of two lines about one tooth; null if they fit together or a type is unknown. */
function verdictOf(a: string, b: string): Verdict {
  const [one, other] = [KINDS[a], KINDS[b]];
  if (!one || !other) return a === b ? 'tooth_twice' : null;
  if (a === b) return mayRepeat(a) ? 'tooth_twice' : 'same_twice';
  if (EXCLUDED[one].includes(other)) return 'types_conflict';
  return BELOW.includes(one) || BELOW.includes(other) ? null : 'tooth_twice';
}

/** Whether two types can never be on the same tooth. */
export const excludeEachOther = (a: string, b: string): boolean => verdictOf(a, b) === 'types_conflict';

interface TypedLine {
  line: number;
  type: string;
}

interface Conflict {
  code: NonNullable<Verdict>;
  lines: number[];
  /** The types involved, in the order of the lines. */
  detail: string;
}

/** All conflicts between lines about one tooth: one for each kind of conflict, with all its lines. */
export function conflictsOnTooth(typed: readonly TypedLine[]): Conflict[] {
  const found = new Map<string, { code: NonNullable<Verdict>; parts: Set<TypedLine> }>();
  for (const [index, one] of typed.entries())
    for (const other of typed.slice(index + 1)) {
      const code = verdictOf(one.type, other.type);
      if (!code) continue;
      const key = code === 'same_twice' ? `${code} ${one.type}` : code;
      const parts = found.get(key)?.parts ?? new Set<TypedLine>();
      found.set(key, { code, parts: parts.add(one).add(other) });
    }
  return [...found.values()].map(({ code, parts }) => ({
    code,
    lines: [...parts].map(({ line }) => line),
    detail: [...parts].map(({ type }) => type).join('+'),
  }));
}
