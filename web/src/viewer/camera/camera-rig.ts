import { OrthographicCamera, PerspectiveCamera, Quaternion, type Sphere, Vector2, Vector3 } from 'three';
import { freeRect, type Insets, noInsets } from '../insets.ts';
import { fieldOfView, halfTangent, withinReach, withinZoom } from './camera-limits.ts';
import { type Framing, framingOf, type Room } from './framing.ts';
import type { Viewpoint } from './viewpoint.ts';

export type Projection = 'perspective' | 'parallel';

/** A camera position to return to. */
interface View {
  orientation: Quaternion;
  target: Vector3;
  distance: number;
  zoom: number;
}

/** Shares of the free area that the models take in width or height: at first, when fitted, and in a preview. */
const shares = { initial: 0.75, fitted: 0.9, picture: 0.9 };

/**
 * Looks at a point from a distance, in either projection. Turning has no poles because the camera keeps its own
 * orientation, so a jaw can be rolled in any direction.
 */
export class CameraRig {
  readonly perspective = new PerspectiveCamera(fieldOfView, 1, 1, 2000);
  readonly parallel = new OrthographicCamera(-1, 1, 1, -1, 1, 2000);
  readonly orientation = new Quaternion();
  readonly target = new Vector3();
  projection: Projection = 'perspective';
  distance = 600;
  zoom = 1;
  #size = new Vector2(1, 1);
  #insets = noInsets;
  /** The models and the orientation of the initial view. */
  #points: Float32Array = new Float32Array();
  readonly #homeward = new Quaternion();
  /** The centre of the initial view. */
  readonly #home = new Vector3();
  #start = 600;
  #radius = 50;

  get camera() {
    return this.projection === 'perspective' ? this.perspective : this.parallel;
  }

  /** Millimetres per CSS pixel at the target. */
  get pixelSize(): number {
    const distance = this.projection === 'perspective' ? this.distance : this.#start / this.zoom;
    return (2 * distance * halfTangent) / this.#size.y;
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
    const distance = (span * this.#size.y) / this.#shorterSide / (2 * halfTangent);
    this.orientation.set(...orientation).normalize();
    this.target.set(...target);
    this.#stayNear();
    this.distance = withinReach(distance, this.#start, this.#radius);
    this.zoom = withinZoom(this.#start / distance, this.#start);
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
    if (this.#points.length === 0) return;
    const before = this.#start;
    const isUntouched = this.distance === before;
    const framing = this.#framed(this.#points, this.#homeward, shares.initial);
    this.#start = framing.perspective;
    // In parallel projection the start is the unit of the zoom.
    this.zoom *= this.#start / before;
    if (isUntouched) this.#approachAs(framing);
  }

  /**
   * Sets the initial view of models, given by points on them in world coordinates (x, y, z after one another): from
   * this direction, in the middle of the free area, three quarters of its width or height. `around` is a
   * sphere around everything that can be shown.
   */
  frame(orientation: Quaternion, points: Float32Array, around: Sphere): void {
    this.#points = points;
    this.#homeward.copy(orientation);
    const framing = this.#framed(points, orientation, shares.initial);
    this.#home.copy(framing.centre);
    this.#radius = around.center.distanceTo(this.#home) + around.radius;
    this.#start = framing.perspective;
    this.orientation.copy(orientation);
    this.target.copy(framing.centre);
    this.#approachAs(framing);
  }

  /** Extends the depth range to models inside this sphere, without moving the camera. */
  widen({ center, radius }: Sphere): void {
    this.#radius = Math.max(this.#radius, center.distanceTo(this.#home) + radius);
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

  /** Zooms until the models of the initial view fill the largest 4:3 part of the canvas. */
  fill(): void {
    const { x: width, y: height } = this.#size;
    const part = { width: Math.min(width, (height * 4) / 3), height: Math.min(height, (width * 3) / 4) };
    const framing = framingOf(this.#points, this.orientation, this.#room(part, shares.picture));
    this.#approachAs(framing);
  }

  /** Of the free area, in CSS pixels. */
  get #shorterSide(): number {
    const { width, height } = freeRect(this.#size.x, this.#size.y, this.#insets);
    return Math.min(width, height);
  }

  #room(part: { width: number; height: number }, share: number): Room {
    const perPixel = (share * halfTangent) / this.#size.y;
    return { across: part.width * perPixel, upright: part.height * perPixel };
  }

  /** The position that shows points in this share of the free area. */
  #framed(points: Float32Array, orientation: Quaternion, share: number): Framing {
    const free = freeRect(this.#size.x, this.#size.y, this.#insets);
    return framingOf(points, orientation, this.#room(free, share));
  }

  #approachAs({ perspective, parallel }: Framing): void {
    this.distance = perspective;
    this.zoom = this.#start / parallel;
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
   * top left), the content at target depth stays under it.
   */
  approach(factor: number, at?: { x: number; y: number }): void {
    const before = this.pixelSize;
    this.distance = withinReach(this.distance / factor, this.#start, this.#radius);
    this.zoom = withinZoom(this.zoom * factor, this.#start);
    if (!at) return;
    const middle = freeRect(this.#size.x, this.#size.y, this.#insets);
    const change = before / this.pixelSize - 1;
    this.pan((middle.x - at.x) * change, (middle.y - at.y) * change);
  }

  /** Moves until points (world coordinates) fill the free area, or to their initial size from another direction. */
  fit(points: Float32Array, orientation?: Quaternion): void {
    const share = orientation ? shares.initial : shares.fitted;
    const framing = this.#framed(points, orientation ?? this.orientation, share);
    if (orientation) this.orientation.copy(orientation);
    this.target.copy(framing.centre);
    this.#stayNear();
    this.distance = withinReach(framing.perspective, this.#start, this.#radius);
    this.zoom = withinZoom(this.#start / framing.parallel, this.#start);
  }

  #stayNear(): void {
    this.target
      .sub(this.#home)
      .clampLength(0, this.#radius * 2)
      .add(this.#home);
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
    const half = this.#start * halfTangent;
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
