import { extensionOf } from '@cusp/mesh/file-extensions';
import { fileKey } from '@cusp/mesh/file-key';
import { millimetresIn } from '@cusp/mesh/scan-units';
import type { PlannedFile, ScenePlan, ViewerFile } from '../../../viewer/plan-scene.ts';
import { Watched } from '../../../viewer/tools/watched.ts';
import type { Viewer } from '../../../viewer/viewer.types.ts';
import type { FailedFile } from '../case-viewer.types.ts';
import { type FileSource, loadFiles } from './load-files.ts';
import { type FileHome, SceneMargin, SceneScan } from './scene-files.ts';

export interface SceneState {
  /** Ready as soon as every scan is shown, coarse ones included; later, while any is. */
  status: 'loading' | 'ready' | 'failed';
  /** Whether every shown scan has full resolution. */
  isSharp: boolean;
  /** Whether anything is loading. */
  isLoading: boolean;
  failures: readonly FailedFile[];
  /** Progress of what is loading, 0 to 100. */
  progress: number;
  /** The files that were last added to an existing scene. */
  arrived: readonly string[];
}

export const emptyScene: SceneState = {
  status: 'loading',
  isSharp: false,
  isLoading: true,
  failures: [],
  progress: 0,
  arrived: [],
};

type AnyFile = SceneScan | SceneMargin;

/**
 * Makes the scene of a viewer follow a plan: loads added files, removes others and leaves everything else. A newer
 * version replaces the older one in a single frame, once it has full resolution.
 */
export class SceneSync {
  readonly state = new Watched(emptyScene);
  readonly #viewer: Viewer;
  readonly #files = new Map<number, AnyFile>();
  /** The files that have been loading together, for the progress. */
  #round: AnyFile[] = [];
  /** The available files that can colour scans: ids by key. */
  #beside: ReadonlyMap<string, number> = new Map();
  #isReady = false;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  /** Resolves when all additions of this plan are loaded, failed or removed again. */
  async follow({ meshes, margins, beside }: ScenePlan, source: FileSource): Promise<void> {
    const { status, isSharp, isLoading } = this.state.get();
    const home: FileHome = {
      viewer: this.#viewer,
      onlyFull: status === 'ready' && isSharp,
      changed: () => this.#tell(),
    };
    if (!isLoading) this.#round = [];
    const gone = this.#takeGone([...meshes, ...margins], this.#changedBeside(beside));
    this.#arrange();
    const scans = this.#added(meshes, gone, SceneScan, home);
    const lines = this.#added(margins, gone, SceneMargin, home);
    for (const file of gone) file.leave();
    this.#round = this.#round.filter((file) => this.#files.get(file.file.id) === file);
    this.#tell();
    await loadFiles(scans, lines, source, beside);
  }

  /** Files as they are drawn: a scan keeps its former unit until it is loaded in the new one. */
  asDrawn(files: readonly ViewerFile[]): ViewerFile[] {
    return files.map((file) => {
      const scan = this.#files.get(file.id);
      const drawn = scan?.isInPicture ? scan : scan?.standsBefore;
      if (!file.scan || drawn?.file.id !== file.id) return file;
      return { ...file, scan: { ...file.scan, unit: drawn.file.unit } };
    });
  }

  /** Stops loading; the scene stays with its viewer. */
  dispose(): void {
    for (const file of this.#files.values()) file.halt();
  }

  /** Keys of colour files that were added, removed or replaced. */
  #changedBeside(files: readonly ViewerFile[]): ReadonlySet<string> {
    const before = this.#beside;
    const now = new Map(files.map(({ id, filename }) => [fileKey(filename), id]));
    this.#beside = now;
    const keys = new Set([...before.keys(), ...now.keys()]);
    return new Set([...keys].filter((key) => before.get(key) !== now.get(key)));
  }

  /**
   * Removes and returns the files that have left the plan; failed downloads are among them, so that the next plan
   * retries them.
   */
  #takeGone(planned: readonly PlannedFile[], changed: ReadonlySet<string>): Set<AnyFile> {
    const wanted = new Map(planned.map((each) => [each.file.id, each]));
    const gone = new Set<AnyFile>();
    for (const [id, file] of this.#files) {
      const now = wanted.get(id);
      const stays =
        file.failure !== 'download' && !isRecoloured(file, changed) && !(now && isResized(file, now));
      if (now && stays) file.planned = now;
      else {
        this.#files.delete(id);
        gone.add(file);
      }
    }
    return gone;
  }

  /** Moves the files to their current layers. */
  #arrange(): void {
    const files = [...this.#files.values()];
    this.#viewer.moveScans(files.flatMap((file) => (file instanceof SceneScan ? file.place : [])));
    for (const file of files) if (file instanceof SceneMargin) file.arrange();
  }

  /** Creates the new files of a plan, each in place of the removed one of the same name. */
  #added<File extends AnyFile>(
    planned: readonly PlannedFile[],
    gone: Set<AnyFile>,
    Kind: new (planned: PlannedFile, home: FileHome, before: File | undefined) => File,
    home: FileHome,
  ): File[] {
    return planned
      .filter(({ file }) => !this.#files.has(file.id))
      .map((each) => {
        const before = [...gone].find(
          (file): file is File => file instanceof Kind && nameOf(file.planned) === nameOf(each),
        );
        if (before) gone.delete(before);
        const file = new Kind(each, home, before);
        this.#files.set(each.file.id, file);
        this.#round.push(file);
        return file;
      });
  }

  #tell(): void {
    const files = [...this.#files.values()];
    const scans = files.filter((file) => file instanceof SceneScan);
    const coming = files.filter(({ isComing }) => isComing);
    const isFailed = scans.length > 0 && scans.every(({ failure }) => failure);
    const isComplete = scans.every(({ isInPicture, failure }) => isInPicture || failure);
    this.#isReady = !isFailed && (this.#isReady || isComplete);
    const status = isFailed ? 'failed' : this.#isReady ? 'ready' : 'loading';
    this.state.set({
      status,
      isSharp: status !== 'loading' && coming.every(({ home }) => home.onlyFull),
      isLoading: coming.length > 0,
      failures: files.flatMap(({ planned, failure }) => (failure ? [{ planned, reason: failure }] : [])),
      progress: progressOf(this.#round),
      arrived: this.#round
        .filter(({ home, isFull }) => home.onlyFull && isFull)
        .map(({ file }) => file.filename),
    });
  }
}

/** Whether the changed files may give it other colours. */
function isRecoloured(file: AnyFile, changed: ReadonlySet<string>): boolean {
  if (!(file instanceof SceneScan) || changed.size === 0) return false;
  if (file.beside) return file.beside.some((key) => changed.has(key));
  // The files it uses are unknown, because it is still loading or is a light copy without that list. Photographs come
  // with most cases and are ignored then.
  const extension = extensionOf(file.file.filename);
  if (file.isComing) return extension === 'obj' || extension === 'ply';
  return extension === 'obj' && [...changed].some((key) => extensionOf(key) === 'mtl');
}

/** Whether its unit has changed. */
const isResized = ({ file }: AnyFile, now: PlannedFile): boolean =>
  millimetresIn[file.unit ?? 'mm'] !== millimetresIn[now.file.unit ?? 'mm'];

const nameOf = ({ file }: PlannedFile) => file.filename.toLowerCase();

function progressOf(files: readonly AnyFile[]): number {
  const sizeOf = ({ file }: AnyFile) => Math.max(1, file.size);
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const loaded = files.reduce((sum, file) => sum + (file.isComing ? file.loaded : sizeOf(file)), 0);
  return total > 0 ? (100 * loaded) / total : 0;
}
