import { canShow3d, classifyScan, extensionOf, type ScanClass } from '@cusp/contract/mesh/classify-scan';
import type { MeshErrorCode } from '@cusp/contract/mesh/mesh';

/** A file of a case as the viewer needs to know it. */
export interface ViewerFile {
  id: number;
  filename: string;
  /** Bytes. */
  size: number;
  /** ISO date and time. */
  updatedAt: string;
  /** Why it cannot be shown, where that is known already. */
  failure?: MeshErrorCode;
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

export interface ScenePlan {
  meshes: PlannedFile[];
  margins: PlannedFile[];
}

/** Whether the case has anything to look at in 3D. */
export function hasScene(files: readonly Pick<ViewerFile, 'filename'>[]): boolean {
  return files.some((file) => canShow3d(file.filename));
}

/**
 * Chooses what to load: every mesh of the format of the newest one, and all margin lines. Bite scans
 * show both jaws once more and are only loaded when there is nothing else. Of files with the same
 * name the newest counts. Packed scans of other makers come along, to be named as what they are.
 */
export function planScene(files: readonly ViewerFile[]): ScenePlan {
  const current = latestByName(files);
  const shown = current.filter((file) => canShow3d(file.filename)).map(planned);
  const newest = shown.reduce<PlannedFile | undefined>(
    (a, b) => (a && !isNewer(b.file, a.file) ? a : b),
    undefined,
  );
  const format = newest ? extensionOf(newest.file.filename) : '';
  // Opened by their makers' programs only: beside scans that are shown, people are told what these are.
  const packed = current.filter((file) => extensionOf(file.filename) === 'dcm').map(planned);
  const sameFormat = shown.filter(({ file }) => extensionOf(file.filename) === format);
  const jaws = sameFormat.filter(({ kind }) => kind.role !== 'bite');
  return {
    meshes: [...(jaws.length > 0 ? jaws : sameFormat), ...(newest ? packed : [])],
    margins: current
      .map(planned)
      .filter(({ file, kind }) => extensionOf(file.filename) === 'xyz' && kind.role === 'margin'),
  };
}

/** The slider that rules a scan. A scan whose jaw is unknown stands under `other`. */
export function layerOf({ role, jaw }: ScanClass): LayerId {
  if (!jaw || role === 'design' || role === 'bite' || role === 'unknown') return 'other';
  return role === 'preop' || role === 'scanbody' ? `${jaw}-${role}` : `${jaw}-jaw`;
}

function planned(file: ViewerFile): PlannedFile {
  const kind = classifyScan(file.filename);
  return { file, kind, layer: layerOf(kind) };
}

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
