import type { PreparedMesh } from '../../../viewer/loading/prepare-mesh.ts';
import type { PlannedFile } from '../../../viewer/plan-scene.ts';
import type { Scan, ScanPlace, Viewer } from '../../../viewer/viewer.types.ts';
import type { LoadFailure } from '../case-viewer.types.ts';
import type { WantedMargin, WantedScan } from './load-files.ts';

/** The parts of the scene that a file uses. */
export interface FileHome {
  viewer: Viewer;
  /** Wait for full resolution, so that no coarse level appears among sharp scans. */
  onlyFull: boolean;
  /** Called when the file's state changed. */
  changed(): void;
}

/** A file of the scene: loading, shown, or failed. The file that it replaces stays until it is loaded. */
abstract class SceneFile<Before extends SceneFile<Before>> {
  planned: PlannedFile;
  /** Bytes received so far. */
  loaded = 0;
  isFull = false;
  failure: LoadFailure | undefined;
  readonly home: FileHome;
  readonly #leaving = new AbortController();
  #before: Before | undefined;

  constructor(planned: PlannedFile, home: FileHome, before: Before | undefined) {
    this.planned = planned;
    this.home = home;
    before?.halt();
    this.#before = before?.isInPicture ? before : before?.standsBefore;
  }

  abstract get isInPicture(): boolean;
  protected abstract takeOut(): void;

  get file() {
    return this.planned.file;
  }

  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Shown in its place until it is loaded. */
  get standsBefore(): Before | undefined {
    return this.#before;
  }

  get isComing(): boolean {
    return !this.isFull && this.failure === undefined;
  }

  progress = (loaded: number): void => {
    this.loaded = Math.min(loaded, this.file.size);
    this.home.changed();
  };

  failed = (reason: LoadFailure): void => {
    this.failure = reason;
    // The replaced version must not be mistaken for this file.
    this.#takeAllOut();
    this.home.changed();
  };

  /** Stops loading; what is shown stays. */
  halt(): void {
    this.#leaving.abort();
  }

  /** Removes it from the scene. */
  leave(): void {
    this.halt();
    this.#takeAllOut();
  }

  /** It is shown now and replaces the earlier one. */
  protected arrived(isFull: boolean): void {
    this.#before = undefined;
    this.isFull = isFull;
    this.home.changed();
  }

  #takeAllOut(): void {
    this.takeOut();
    this.#before?.takeOut();
    this.#before = undefined;
  }
}

export class SceneScan extends SceneFile<SceneScan> implements WantedScan {
  /** Keys of the files that colour it, once known. */
  beside: readonly string[] | undefined;
  #scan: Scan | undefined;

  get isInPicture(): boolean {
    return this.#scan !== undefined;
  }

  came(mesh: PreparedMesh, isFull: boolean): void {
    const { viewer, onlyFull } = this.home;
    if (onlyFull && !isFull) return;
    this.beside = mesh.beside;
    if (this.#scan) this.#scan.sharpen(mesh);
    else {
      const { file, place } = this;
      const before = this.standsBefore;
      const isResized = before?.file.id === file.id && before.file.unit !== file.unit;
      this.#scan = viewer.addScan(mesh, place, before && { id: before.file.id, isResized });
      viewer.frame();
      // At ten or a thousand times the size, it would be out of view or around the camera.
      if (isResized) viewer.resetView();
    }
    this.arrived(isFull);
  }

  get place(): ScanPlace {
    const { file, layer, kind } = this.planned;
    return { id: file.id, layer, jaw: kind.jaw };
  }

  protected takeOut(): void {
    this.#scan?.remove();
    this.#scan = undefined;
  }
}

export class SceneMargin extends SceneFile<SceneMargin> implements WantedMargin {
  get isInPicture(): boolean {
    return this.isFull;
  }

  came(points: Float32Array): void {
    this.standsBefore?.takeOut();
    this.home.viewer.addMargin(this.file.id, points, this.planned.kind.jaw);
    this.arrived(true);
  }

  /** Moves it to its current jaw. */
  arrange(): void {
    this.home.viewer.moveMargin(this.file.id, this.planned.kind.jaw);
  }

  protected takeOut(): void {
    this.home.viewer.removeMargin(this.file.id);
  }
}
