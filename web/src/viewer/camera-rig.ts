import { MathUtils, OrthographicCamera, PerspectiveCamera, Quaternion, Vector2, Vector3 } from 'three';
import { freeRect, type Insets, noInsets } from './insets.ts';
import type { Viewpoint } from './viewpoint.ts';

export type Projection = 'perspective' | 'parallel';

/** Limits of the camera; distances in millimetres, angle in degrees. */
const viewLimits = {
  fieldOfView: 15,
  start: 600,
  startOnSmallScreen: 400,
  nearest: 70,
  farthest: 600,
  leastZoom: 0.25,
  mostZoom: 3,
  /** Window height in millimetres at the closest zoom in parallel projection. */
  leastHeight: 2,
} as const;

/** A camera position to return to. */
interface View {
  orientation: Quaternion;
  target: Vector3;
  distance: number;
  zoom: number;
}

/** In millimetres; smaller models than any tooth come from files in metres. */
const smallestRadius = 1;
/** How many times larger than at first the closest view shows such a model. */
const nearnessOfSmall = 8;

const halfAngle = (viewLimits.fieldOfView * Math.PI) / 360;

/**
 * Looks at a point from a distance, in either projection. Turning has no poles because the camera keeps its own
 * orientation, so a jaw can be rolled in any direction.
 */
export class CameraRig {
  readonly perspective = new PerspectiveCamera(viewLimits.fieldOfView, 1, 1, 2000);
  readonly parallel = new OrthographicCamera(-1, 1, 1, -1, 1, 2000);
  readonly orientation = new Quaternion();
  readonly target = new Vector3();
  projection: Projection = 'perspective';
  distance: number = viewLimits.start;
  zoom = 1;
  #size = new Vector2(1, 1);
  #insets = noInsets;
  /** The centre of the initial view. */
  readonly #home = new Vector3();
  #start: number = viewLimits.start;
  #radius = 50;
  #isSmallScreen = false;

  get camera() {
    return this.projection === 'perspective' ? this.perspective : this.parallel;
  }

  /** Millimetres per CSS pixel at the target. */
  get pixelSize(): number {
    const distance = this.projection === 'perspective' ? this.distance : this.#start / this.zoom;
    return (2 * distance * Math.tan(halfAngle)) / this.#size.y;
  }

  /** The current view of the models, in their own frame. */
  get viewpoint(): Viewpoint {
    return {
      orientation: this.orientation.toArray(),
      target: this.target.toArray(),
      span: this.pixelSize * this.#shorterSide,
    };
  }

  /** As close to it as the limits allow. */
  set viewpoint({ orientation, target, span }: Viewpoint) {
    const distance = (span * this.#size.y) / this.#shorterSide / (2 * Math.tan(halfAngle));
    this.orientation.set(...orientation).normalize();
    this.target.set(...target);
    this.#stayNear();
    this.distance = this.#withinReach(distance);
    this.zoom = this.#withinZoom(this.#start / distance);
  }

  resize(width: number, height: number): void {
    this.#size.set(Math.max(1, width), Math.max(1, height));
    this.#fitAnew();
  }

  get insets(): Insets {
    return this.#insets;
  }

  /** Panels cover the edges: centres the models in the free area. */
  set insets(insets: Insets) {
    this.#insets = insets;
    this.#fitAnew();
  }

  #fitAnew(): void {
    const isUntouched = this.distance === this.#start;
    this.#start = this.#fitting();
    if (isUntouched) this.distance = this.#start;
  }

  /**
   * Sets the initial view of models of this radius around a centre. The start distance is fixed; it grows up to its
   * limit if the window is too narrow for a whole arch, and beyond it only for models larger than any jaw. Models
   * smaller than any tooth are viewed from as close as needed.
   */
  frame(orientation: Quaternion, radius: number, isSmallScreen: boolean, centre = new Vector3()): void {
    this.#isSmallScreen = isSmallScreen;
    this.#home.copy(centre);
    this.#radius = radius;
    this.#start = this.#fitting();
    this.orientation.copy(orientation);
    this.target.copy(centre);
    this.distance = this.#start;
    this.zoom = 1;
  }

  /** Extends the depth range to models of this radius around a centre, without moving the camera. */
  widen(radius: number, centre: Vector3): void {
    this.#radius = Math.max(this.#radius, centre.distanceTo(this.#home) + radius);
  }

  /** The current camera position, to return to. */
  get view(): View {
    const { orientation, target, distance, zoom } = this;
    return { orientation: orientation.clone(), target: target.clone(), distance, zoom };
  }

  set view({ orientation, target, distance, zoom }: View) {
    this.orientation.copy(orientation);
    this.target.copy(target);
    this.distance = distance;
    this.zoom = zoom;
  }

  /** Zooms in until the models fill the largest 4:3 part of the canvas. */
  fill(): void {
    const part = Math.min(1, (this.#size.x * 0.75) / this.#size.y);
    this.distance = this.#radius / (Math.tan(halfAngle) * part);
    this.zoom = this.#start / this.distance;
  }

  /** Of the free area, in CSS pixels. */
  get #shorterSide(): number {
    const { width, height } = freeRect(this.#size.x, this.#size.y, this.#insets);
    return Math.min(width, height);
  }

  get #isSmall(): boolean {
    return this.#radius < smallestRadius;
  }

  /** The start distance, or the distance that shows everything. */
  #fitting(): number {
    const narrow = Math.min(1, this.#shorterSide / this.#size.y);
    const start = this.#isSmallScreen ? viewLimits.startOnSmallScreen : viewLimits.start;
    const whole = (this.#radius * 1.05) / (Math.tan(halfAngle) * narrow);
    return this.#isSmall ? whole : Math.max(start, whole);
  }

  /** Turns the view by angles in radians: about its vertical, its horizontal and its own axis. */
  rotate(yaw: number, pitch: number, roll = 0): void {
    const step = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), roll);
    const angle = Math.hypot(yaw, pitch);
    if (angle > 0) {
      const axis = new Vector3(-pitch / angle, -yaw / angle, 0);
      step.multiply(new Quaternion().setFromAxisAngle(axis, angle));
    }
    this.orientation.multiply(step).normalize();
  }

  /** Moves the models by CSS pixels on the screen. */
  pan(right: number, down: number): void {
    const step = new Vector3(-right, down, 0)
      .multiplyScalar(this.pixelSize)
      .applyQuaternion(this.orientation);
    this.target.add(step);
    this.#stayNear();
  }

  /**
   * Zooms in by a factor above 1, or out below 1, within the limits. Given a point of the canvas (CSS pixels from the
   * top left), what is there at target depth stays under it.
   */
  approach(factor: number, at?: { x: number; y: number }): void {
    const before = this.pixelSize;
    this.distance = this.#withinReach(this.distance / factor);
    this.zoom = this.#withinZoom(this.zoom * factor);
    if (!at) return;
    const middle = freeRect(this.#size.x, this.#size.y, this.#insets);
    const change = before / this.pixelSize - 1;
    this.pan((middle.x - at.x) * change, (middle.y - at.y) * change);
  }

  /** Moves until a sphere of this radius around a centre fills the window; the direction stays. */
  fit(radius: number, centre: Vector3): void {
    this.target.copy(centre);
    const distance = (radius * 1.05 * this.#size.y) / (Math.sin(halfAngle) * this.#shorterSide);
    this.distance = this.#withinReach(distance);
    this.zoom = this.#withinZoom(this.#start / distance);
  }

  #stayNear(): void {
    this.target
      .sub(this.#home)
      .clampLength(0, this.#radius * 2)
      .add(this.#home);
  }

  /** Applies the zoom limits, which in parallel projection allow details up close. */
  #withinZoom(zoom: number): number {
    const most = (2 * this.#start * Math.tan(halfAngle)) / viewLimits.leastHeight;
    return MathUtils.clamp(zoom, viewLimits.leastZoom, Math.max(viewLimits.mostZoom, most));
  }

  #withinReach(distance: number): number {
    const nearest = this.#isSmall ? this.#start / nearnessOfSmall : viewLimits.nearest;
    return MathUtils.clamp(distance, nearest, Math.max(viewLimits.farthest, this.#start));
  }

  /** Updates both cameras; call before rendering and before picking. */
  update(): void {
    const { x: width, y: height } = this.#size;
    const away = this.projection === 'perspective' ? this.distance : Math.max(this.#start, 4 * this.#radius);
    const back = new Vector3(0, 0, away).applyQuaternion(this.orientation);
    const { camera, perspective, parallel } = this;
    camera.position.copy(this.target).add(back);
    camera.quaternion.copy(this.orientation);
    // A tight near and far plane gives the depth buffer its full precision.
    const reach = this.#radius * 1.1 + this.target.distanceTo(this.#home);
    camera.near = Math.max(Math.min(0.5, away / 100), away - reach);
    camera.far = away + reach;
    perspective.aspect = width / height;
    const half = this.#start * Math.tan(halfAngle);
    parallel.top = half;
    parallel.bottom = -half;
    parallel.right = (half * width) / height;
    parallel.left = -parallel.right;
    parallel.zoom = this.zoom;
    const { x, y } = freeRect(width, height, this.#insets);
    camera.setViewOffset(width, height, width / 2 - x, height / 2 - y, width, height);
    camera.updateMatrixWorld();
  }
}
