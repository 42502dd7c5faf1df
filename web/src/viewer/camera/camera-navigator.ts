import { Quaternion, Sphere, Vector3 } from 'three';
import { type Anatomy, firstSide, lookAt, type Side } from '../anatomy.ts';
import { noInsets } from '../insets.ts';
import type { Jaw } from '../plan-scene.ts';
import type { ScanModels } from '../scan-models.ts';
import type { Stage } from '../stage.ts';
import type { Triple } from '../surfaces/places.ts';
import { type Viewpoint, viewpointBetween } from './viewpoint.ts';

/** One animation at a time: a new one replaces the running one. */
class Motion {
  readonly #draw: () => void;
  #frame = 0;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Calls `move` with a share from 0 to 1 before each frame; with reduced motion only once, with 1. */
  start(milliseconds: number, move: (share: number) => void): void {
    this.stop();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const start = performance.now();
    const step = (now: number) => {
      const t = isStill ? 1 : Math.min(1, Math.max(0, (now - start) / milliseconds));
      move(t * t * (3 - 2 * t));
      this.#draw();
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

interface Subject {
  models: ScanModels;
  anatomy(): Anatomy;
  jaws(): ReadonlySet<Jaw>;
}

/** In milliseconds. */
const turnTime = 180;
const flightTime = 620;
const swingTime = 4200;

/** How far a swing turns to each side. */
const swingAngle = Math.PI / 8;
const upwards = new Vector3(0, 1, 0);

/** The camera movements: the initial view, and animations to others. */
export class CameraNavigator {
  readonly #stage: Stage;
  readonly #subject: Subject;
  readonly #motion: Motion;
  #isMoved = false;

  constructor(stage: Stage, subject: Subject) {
    this.#stage = stage;
    this.#subject = subject;
    this.#motion = new Motion(() => stage.draw());
  }

  /** Centres the scans and shows them from the first side, unless the user has moved the view. */
  frame(): void {
    const { rig, content } = this.#stage;
    if (this.#isMoved) {
      rig.widen(this.#around());
      this.#stage.draw();
    } else {
      content.position.sub(this.#around().center);
      this.reset();
    }
  }

  /** From now on the view is not moved automatically. */
  stay(): void {
    this.#isMoved = true;
  }

  reset(): void {
    this.#motion.stop();
    this.#lookFirst();
    this.#stage.draw();
  }

  /** Shows the visible scans from the current direction. */
  fit(): void {
    this.#flyToFit();
  }

  /** Shows the visible scans from a side of the patient, as large as at first. */
  look(side: Side): void {
    this.#flyToFit(lookAt(side, this.#subject.anatomy()));
  }

  #flyToFit(orientation?: Quaternion): void {
    const { rig } = this.#stage;
    const from = rig.viewpoint;
    const view = rig.view;
    rig.fit(this.#points(), orientation);
    const to = rig.viewpoint;
    rig.view = view;
    this.#flyBetween(from, to);
  }

  /** Centres the view on this place of the scans and turns about it from now on. */
  pivot(place: Triple): void {
    const from = this.#stage.rig.viewpoint;
    this.#flyBetween(from, { ...from, target: this.#stage.fromScans(place) });
  }

  /** Called when the user turned, moved or zoomed by hand. */
  moved(): void {
    this.#isMoved = true;
    this.#motion.stop();
    this.#stage.draw();
  }

  /** Turns to both sides and back, once; returns a function that ends it. */
  swing(): () => void {
    const { rig } = this.#stage;
    const from = rig.orientation.clone();
    const turn = new Quaternion();
    this.#motion.start(swingTime, (share) => {
      turn.setFromAxisAngle(upwards, Math.sin(share * 2 * Math.PI) * swingAngle);
      rig.orientation.copy(from).multiply(turn);
    });
    return () => this.#motion.stop();
  }

  turnTo(side: Side): void {
    this.#isMoved = true;
    const { rig } = this.#stage;
    const from = rig.orientation.clone();
    const to = lookAt(side, this.#subject.anatomy());
    this.#motion.start(turnTime, (share) =>
      rig.orientation.copy(new Quaternion().slerpQuaternions(from, to, share)),
    );
  }

  flyTo(to: Viewpoint): void {
    const target = this.#stage.fromScans(to.target);
    this.#flyBetween(this.#stage.rig.viewpoint, { ...to, target }, flightTime);
  }

  #flyBetween(from: Viewpoint, to: Viewpoint, time = turnTime): void {
    this.#isMoved = true;
    const { rig } = this.#stage;
    this.#motion.start(time, (share) => {
      rig.viewpoint = viewpointBetween(from, to, share);
    });
  }

  /** In the frame of the scans. */
  get viewpoint(): Viewpoint {
    const { target, ...viewpoint } = this.#stage.rig.viewpoint;
    return { ...viewpoint, target: this.#stage.toScans(target) };
  }

  /** A picture of the initial view; the current view is restored. */
  firstPicture(): Promise<Blob | null> {
    const { rig } = this.#stage;
    const { view, insets } = rig;
    rig.insets = noInsets;
    this.#lookFirst();
    rig.fill();
    const taken = this.#stage.picture();
    rig.insets = insets;
    rig.view = view;
    this.#stage.drawNow();
    return taken;
  }

  dispose(): void {
    this.#motion.stop();
  }

  #lookFirst(): void {
    const { anatomy, jaws } = this.#subject;
    const points = this.#points();
    const side = lookAt(firstSide(jaws(), points, anatomy()), anatomy());
    this.#stage.rig.frame(side, points, this.#around());
  }

  /** A sphere around all scans, in world coordinates. */
  #around(): Sphere {
    const { models } = this.#subject;
    return models.box().translate(this.#stage.content.position).getBoundingSphere(new Sphere());
  }

  /** Points on the scans, in world coordinates. */
  #points(): Float32Array {
    return this.#subject.models.points(this.#stage.content.position);
  }
}
