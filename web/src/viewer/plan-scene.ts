import { canShow3d, isPackedName, isSurface, type NamedScan, scanOf } from '@cusp/mesh/classify-scan';
import { extensionOf } from '@cusp/mesh/file-extensions';
import { besideExtensions } from '@cusp/mesh/looks-beside';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { ScanClass, ScanRole, SourcedClass } from '@cusp/mesh/scan-roles';
import type { ScanUnit } from '@cusp/mesh/scan-units';

/** A file of a case as the viewer needs to know it. */
export interface ViewerFile {
  id: number;
  filename: string;
  /** What it shows, where the server tells; else its name tells. `is_editable`: the reader may correct it. */
  scan?: SourcedClass & { is_editable?: boolean; unit?: ScanUnit };
  /** Bytes. */
  size: number;
  /** ISO date and time. */
  updatedAt: string;
  /** What its numbers are, in a plan; else `scan` tells. */
  unit?: ScanUnit;
  /** Why it cannot be shown, where that is known already. */
  failure?: MeshErrorCode;
  /** Counts the files of this name in the case. */
  version?: number;
  /** The versions before it, newest first. They are not in the picture. */
  earlier?: readonly ViewerFile[];
}

export type Jaw = 'upper' | 'lower';

/** What one opacity slider rules: three for each jaw, and one for designs and what no rule names. */
export type LayerId = `${Jaw}-${'preop' | 'jaw' | 'scanbody'}` | 'other';

export const layerIds: readonly LayerId[] = [
  'upper-preop',
  'upper-jaw',
  'upper-scanbody',
  'lower-preop',
  'lower-jaw',
  'lower-scanbody',
  'other',
];

export interface PlannedFile {
  file: ViewerFile;
  kind: ScanClass;
  layer: LayerId;
}

/** Why a scan is not loaded: a newer one replaces it, or it shows the bite and the scans of the jaws are loaded. */
type LeftOutReason = 'newer-format' | 'same-name' | 'bite';

export interface LeftOutFile {
  file: PlannedFile['file'];
  reason: LeftOutReason;
  /** The newer file that is loaded in its place. */
  shown?: string;
}

export interface ScenePlan {
  meshes: PlannedFile[];
  margins: PlannedFile[];
  /** Scans of the case that are not loaded. People are told of each. */
  leftOut: LeftOutFile[];
  /** What the meshes may ask for to have colours. */
  beside: ViewerFile[];
}

/** Whether the case has anything to look at in 3D. */
export const hasScene = (files: readonly NamedScan[]): boolean => files.some(canShow3d);

/**
 * Chooses what to load. Of each jaw all meshes of the format of its newest one, so that a jaw that was exported twice is
 * not shown twice and no jaw goes missing; of scans whose jaw is unknown, the newest of each name without its
 * extension; and all margin lines. Bite scans show both jaws once more and are only loaded when there is nothing else.
 * Of files with the same name the newest counts. Packed scans of other makers come along, to be named as what they are.
 */
export function planScene(files: readonly ViewerFile[]): ScenePlan {
  const current = latestByName(files);
  const shown = current.filter(canShow3d).map(planned);
  const jaws = shown.filter(({ kind }) => kind.role !== 'bite');
  const { chosen, others } = inOneFormat(jaws.length > 0 ? jaws : shown);
  const named = new Set([...chosen, ...others].map(({ file }) => file.id));
  const bites = current.filter((file) => isSurface(file) && !named.has(file.id)).map(planned);
  // Encrypted ones and images, or not read yet: beside scans that are shown, people are told what these are.
  const packed = current.filter((file) => isPackedName(file.filename) && !isSurface(file)).map(planned);
  return {
    meshes: [...chosen, ...(chosen.length > 0 ? packed : [])],
    margins: current
      .map(planned)
      .filter(({ file, kind }) => extensionOf(file.filename) === 'xyz' && kind.role === 'margin')
      .map((margin) => ({ ...margin, file: { ...margin.file, unit: unitBelow(margin, chosen) } })),
    leftOut:
      chosen.length === 0
        ? []
        : [
            ...others,
            ...bites.map(({ file }): LeftOutFile => ({ file, reason: 'bite' })),
            ...namesakes(files, current),
          ],
    beside: besideAmong(files).map((file) => planned(file).file),
  };
}

/** The scans of each jaw that have the format of its newest one, and the others with the file shown instead. */
function inOneFormat(scans: readonly PlannedFile[]): { chosen: PlannedFile[]; others: LeftOutFile[] } {
  const newestOf = new Map<string, PlannedFile>();
  for (const scan of scans) {
    const newest = newestOf.get(groupOf(scan));
    if (!newest || isNewer(scan.file, newest.file)) newestOf.set(groupOf(scan), scan);
  }
  const chosen: PlannedFile[] = [];
  const others: LeftOutFile[] = [];
  for (const scan of scans) {
    const newest = (newestOf.get(groupOf(scan)) as PlannedFile).file.filename;
    if (extensionOf(scan.file.filename) === extensionOf(newest)) chosen.push(scan);
    else others.push({ file: scan.file, reason: 'newer-format', shown: newest });
  }
  return { chosen, others };
}

/** Files that may be the same scan in several formats: those of one jaw, else those of one name. */
const groupOf = ({ file, kind }: PlannedFile): string =>
  kind.jaw ?? `name ${file.filename.toLowerCase().replace(/\.[^.]*$/, '')}`;

/** Scans whose names differ from a newer one in capital letters only. */
const namesakes = (files: readonly ViewerFile[], current: readonly ViewerFile[]): LeftOutFile[] =>
  files
    .filter((file) => isSurface(file) && !current.includes(file))
    .map((file) => ({
      file: planned(file).file,
      reason: 'same-name',
      shown: current.find(({ filename }) => filename.toLowerCase() === file.filename.toLowerCase())?.filename,
    }));

/** The files that may give scans their colours: the newest of each name. */
export const besideAmong = (files: readonly ViewerFile[]): ViewerFile[] =>
  latestByName(files.filter(({ filename }) => besideExtensions.includes(extensionOf(filename))));

/** What no slider of a jaw is for. */
const inNoLayer: readonly ScanRole[] = ['design', 'waxup', 'bite', 'unknown'];

/** The slider that rules a scan. A scan whose jaw is unknown stands under `other`. */
function layerOf({ role, jaw }: ScanClass): LayerId {
  if (!jaw || inNoLayer.includes(role)) return 'other';
  return role === 'preop' || role === 'scanbody' ? `${jaw}-${role}` : `${jaw}-jaw`;
}

/** Without what is told of a file besides: that changes, and the scene stays. */
function planned({ id, filename, size, updatedAt, failure, scan }: ViewerFile): PlannedFile {
  const unit = scan?.unit;
  const { role, jaw, tooth } = scanOf({ filename, scan });
  const kind = { role, jaw, tooth };
  return { file: { id, filename, size, updatedAt, failure, unit }, kind, layer: layerOf(kind) };
}

/** What the scan that a margin line lies on is in: one of its jaw, or any where its jaw is unknown. */
const unitBelow = ({ kind }: PlannedFile, scans: readonly PlannedFile[]): ScanUnit | undefined =>
  scans.find((scan) => scan.file.unit && (!kind.jaw || scan.kind.jaw === kind.jaw))?.file.unit;

function latestByName(files: readonly ViewerFile[]): ViewerFile[] {
  const byName = new Map<string, ViewerFile>();
  for (const file of files) {
    const key = file.filename.toLowerCase();
    const other = byName.get(key);
    if (!other || isNewer(file, other)) byName.set(key, file);
  }
  return [...byName.values()];
}

function isNewer(a: ViewerFile, b: ViewerFile): boolean {
  const [timeA, timeB] = [Date.parse(a.updatedAt), Date.parse(b.updatedAt)];
  return timeA === timeB ? a.id > b.id : timeA > timeB;
}
