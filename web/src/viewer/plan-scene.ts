import { canShow3d, isPackedName, isSurface, type NamedScan, scanOf } from '@cusp/mesh/classify-scan';
import { besideExtensions } from '@cusp/mesh/colour-sources';
import { extensionOf } from '@cusp/mesh/file-extensions';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { ScanClass, ScanRole, SourcedClass } from '@cusp/mesh/scan-roles';
import type { ScanUnit } from '@cusp/mesh/scan-units';

/** A file of a case as the viewer needs it. */
export interface ViewerFile {
  id: number;
  filename: string;
  /** Its class from the server; without it the name decides. `is_editable`: the reader may correct it. */
  scan?: SourcedClass & { is_editable?: boolean; unit?: ScanUnit };
  /** Bytes. */
  size: number;
  /** ISO date and time. */
  updatedAt: string;
  /** Its unit, in a plan; else `scan` has it. */
  unit?: ScanUnit;
  /** Why it cannot be shown, if already known. */
  failure?: MeshErrorCode;
  /** Version number among files of this name. */
  version?: number;
  /** Earlier versions, newest first. They are not shown. */
  earlier?: readonly ViewerFile[];
}

export type Jaw = 'upper' | 'lower';

/** The layers with an opacity slider: three for each jaw, and one for designs and unclassified scans. */
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

/** Why a scan is not loaded: a newer one replaces it, or it is a bite scan and the scans of the jaws are loaded. */
type LeftOutReason = 'newer-format' | 'same-name' | 'bite';

export interface LeftOutFile {
  file: PlannedFile['file'];
  reason: LeftOutReason;
  /** The newer file that is loaded instead. */
  shown?: string;
}

export interface ScenePlan {
  meshes: PlannedFile[];
  margins: PlannedFile[];
  /** Scans of the case that are not loaded. The viewer lists each of them. */
  leftOut: LeftOutFile[];
  /** Files that the meshes may use for colours. */
  beside: ViewerFile[];
}

/** Whether the case has anything to show in 3D. */
export const hasScene = (files: readonly NamedScan[]): boolean => files.some(canShow3d);

/**
 * Chooses the files to load. Per jaw all meshes of its newest format, so that a jaw exported twice is not shown twice
 * and no jaw is missing; of scans without a known jaw, the newest per name without extension; and all margin lines.
 * Bite scans show both jaws again and are only loaded without other scans. Of files with the same name the newest is
 * used. Packed scans of other makers are included so that the viewer can name them.
 */
export function planScene(files: readonly ViewerFile[]): ScenePlan {
  const current = latestByName(files);
  const shown = current.filter(canShow3d).map(planned);
  const jaws = shown.filter(({ kind }) => kind.role !== 'bite');
  const { chosen, others } = inOneFormat(jaws.length > 0 ? jaws : shown);
  const named = new Set([...chosen, ...others].map(({ file }) => file.id));
  const bites = current.filter((file) => isSurface(file) && !named.has(file.id)).map(planned);
  // Encrypted, pictures, or not converted yet: listed with the reason next to the scans that are shown.
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

/** The scans of each jaw in the format of its newest one, and the others with the file shown instead. */
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

/** Scans whose names differ from a newer one only in letter case. */
const namesakes = (files: readonly ViewerFile[], current: readonly ViewerFile[]): LeftOutFile[] =>
  files
    .filter((file) => isSurface(file) && !current.includes(file))
    .map((file) => ({
      file: planned(file).file,
      reason: 'same-name',
      shown: current.find(({ filename }) => filename.toLowerCase() === file.filename.toLowerCase())?.filename,
    }));

/** The files that may colour scans: the newest of each name. */
export const besideAmong = (files: readonly ViewerFile[]): ViewerFile[] =>
  latestByName(files.filter(({ filename }) => besideExtensions.includes(extensionOf(filename))));

/** Roles that belong to no jaw's layer. */
const inNoLayer: readonly ScanRole[] = ['design', 'waxup', 'bite', 'unknown'];

/** The layer of a scan; `other` without a known jaw. */
function layerOf({ role, jaw }: ScanClass): LayerId {
  if (!jaw || inNoLayer.includes(role)) return 'other';
  return role === 'preop' || role === 'scanbody' ? `${jaw}-${role}` : `${jaw}-jaw`;
}

/** Keeps only the properties that the scene depends on, so that other changes of a file do not affect it. */
function planned({ id, filename, size, updatedAt, failure, scan }: ViewerFile): PlannedFile {
  const unit = scan?.unit;
  const { role, jaw, tooth } = scanOf({ filename, scan });
  const kind = { role, jaw, tooth };
  return { file: { id, filename, size, updatedAt, failure, unit }, kind, layer: layerOf(kind) };
}

/** The unit of the scan below a margin line: one of its jaw, or any if its jaw is unknown. */
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
