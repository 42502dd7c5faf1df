import type { Orientation } from '@cusp/contract/orientation';
import { MAX_MARKED_SCANS } from '@cusp/contract/orientation.routes';
import { knownPoints } from '@cusp/mesh/arch/same-surface';
import { Vector3 } from 'three';
import { type Anatomy, anatomyOf, isSameAnatomy } from '../anatomy.ts';
import type { Jaw } from '../plan-scene.ts';
import type { ScanSet } from '../scan-set.ts';
import type { Stage } from '../stage.ts';
import { Watched } from '../tools/watched.ts';
import { JawNames } from './jaw-names.ts';
import { SideLetters } from './side-letters.ts';

interface SidesOfScansOptions {
  stage: Stage;
  /** HTML above the canvas. */
  overlay: HTMLElement;
  scans: ScanSet;
  nameOfJaw(jaw: Jaw): string;
  /** Called when the sides change, before the next frame. */
  changed(): void;
}

/** The patient's sides in the scans of a viewer, shown by the cube, and by letters and jaw names beside the model. */
export class SidesOfScans {
  anatomy: Anatomy = anatomyOf([], null);
  readonly from = new Watched(this.anatomy.source);
  readonly #stage: Stage;
  readonly #scans: ScanSet;
  readonly #letters: SideLetters;
  readonly #names: JawNames;
  readonly #changed: () => void;
  #mark: Orientation | null = null;

  constructor({ stage, overlay, scans, nameOfJaw, changed }: SidesOfScansOptions) {
    this.#stage = stage;
    this.#scans = scans;
    this.#letters = new SideLetters(stage, overlay);
    this.#names = new JawNames(stage, overlay, nameOfJaw);
    this.#changed = changed;
    stage.cube.setAnatomy(this.anatomy);
  }

  set mark(mark: Orientation | null) {
    this.#mark = mark;
    this.find();
  }

  /** Call when scans are added, removed, moved, shown or hidden. */
  find(): void {
    const before = this.anatomy;
    const { shapes } = this.#scans;
    this.anatomy = anatomyOf(shapes, this.#mark);
    this.#stage.cube.setAnatomy(this.anatomy);
    this.#letters.put(
      this.anatomy,
      shapes.map(({ sample }) => sample),
    );
    this.#names.put(this.anatomy, shapes);
    if (!isSameAnatomy(before, this.anatomy)) this.#changed();
    this.#stage.draw();
    this.from.set(this.anatomy.source);
  }

  /** Call before each frame. */
  place(): void {
    this.#letters.place();
    this.#names.place();
  }

  /** The orientation of a patient who looks at the camera with the head up; undefined if no scan is visible. */
  frontHere(): Orientation | undefined {
    const shown = this.#scans.shapes.filter(({ isShown }) => isShown).slice(0, MAX_MARKED_SCANS);
    if (shown.length === 0) return undefined;
    const axis = (x: number, y: number, z: number) =>
      new Vector3(x, y, z).applyQuaternion(this.#stage.rig.orientation).normalize().toArray();
    return {
      head: axis(0, 1, 0),
      front: axis(0, 0, 1),
      scans: shown.map(({ sample }) => knownPoints(sample)),
    };
  }
}
