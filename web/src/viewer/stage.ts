import {
  AmbientLight,
  DirectionalLight,
  Group,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { CameraRig } from './camera/camera-rig.ts';
import { OrientationCube } from './camera/orientation-cube.ts';
import { cutOut, drawingContext, encoded } from './canvas.ts';
import { areSameInsets, freeRect, type Insets } from './insets.ts';
import type { ScanModels } from './scan-models.ts';
import type { Triple } from './surfaces/places.ts';

/** Thrown if the browser or the machine has no WebGL. */
export class WebGlUnavailable extends Error {
  constructor() {
    super('WebGL is not available');
    this.name = 'WebGlUnavailable';
  }
}

/** A higher pixel ratio costs time without a visible gain. */
const maxPixelsPerPixel = 2;

interface StageWatcher {
  beforeDraw(): void;
  /** The WebGL context was lost, or is restored. */
  lost(isLost: boolean): void;
}

/** Canvas, lights and cameras. Renders only when something changed. */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly rig = new CameraRig();
  readonly cube = new OrientationCube();
  /** Everything in the frame of the scans; moved so that the scans' centre is the origin. */
  readonly content = new Group();
  /** Off until there are scans for the cube to label. */
  showsCube = false;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #headlights = new Group();
  readonly #sizes: ResizeObserver;
  readonly #listeners = new AbortController();
  readonly #watcher: StageWatcher;
  #frame = 0;
  #isLost = false;

  constructor(container: HTMLElement, watcher: StageWatcher) {
    this.#watcher = watcher;
    this.canvas = document.createElement('canvas');
    this.#renderer = rendererFor(this.canvas);
    this.#renderer.autoClear = false;
    this.#renderer.localClippingEnabled = true;
    this.canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:pan-y;outline-offset:-2px';
    this.canvas.tabIndex = 0;
    container.append(this.canvas);
    this.#scene.add(this.content, this.#headlights, new AmbientLight(0xffffff, 0.55));
    this.#addLights();
    this.#sizes = new ResizeObserver(() => this.#resize(container));
    this.#sizes.observe(container);
    this.rig.resize(container.clientWidth, container.clientHeight);
    this.#surviveContextLoss();
  }

  get width(): number {
    return this.canvas.clientWidth;
  }

  get height(): number {
    return this.canvas.clientHeight;
  }

  /** The centre of the free area; CSS pixels from the top left. */
  get middle(): { x: number; y: number } {
    return freeRect(this.width, this.height, this.rig.insets);
  }

  /** Panels cover the edges of the canvas. */
  setInsets(insets: Insets): void {
    if (areSameInsets(insets, this.rig.insets)) return;
    this.rig.insets = insets;
    this.cube.fitIn(this.width, this.height, insets);
    this.draw();
  }

  /** Number of geometries and textures on the GPU. */
  get memory(): { geometries: number; textures: number } {
    const { geometries, textures } = this.#renderer.info.memory;
    return { geometries, textures };
  }

  /** Requests a render with the next animation frame. */
  draw(): void {
    if (this.#frame || this.#isLost) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.drawNow();
    });
  }

  /** Compiles the shader programs of scans and cube during downloads; nothing is visible. */
  warmUp(models: ScanModels): void {
    const { showsCube } = this;
    const speck = models.addWarmUpMesh();
    this.showsCube = true;
    this.drawNow();
    this.showsCube = showsCube;
    models.removeWarmUpMesh(speck);
    this.#renderer.clear();
    this.draw();
  }

  drawNow(): void {
    if (this.#isLost) return;
    this.rig.update();
    const { camera } = this.rig;
    this.#headlights.quaternion.copy(camera.quaternion);
    this.#watcher.beforeDraw();
    this.#renderer.clear();
    this.#renderer.render(this.#scene, camera);
    if (this.showsCube) this.cube.draw(this.#renderer, camera.quaternion, this.width, this.height);
  }

  /** The ray through a point of the canvas, in the frame of the scans. */
  rayAt(x: number, y: number): { origin: Triple; direction: Triple } {
    this.rig.update();
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((x / this.width) * 2 - 1, 1 - (y / this.height) * 2), this.rig.camera);
    const { origin, direction } = caster.ray;
    return { origin: this.content.worldToLocal(origin).toArray(), direction: direction.toArray() };
  }

  /** From world coordinates to the frame of the scans. */
  toScans([x, y, z]: Triple): [x: number, y: number, z: number] {
    return this.content.worldToLocal(new Vector3(x, y, z)).toArray();
  }

  /** From the frame of the scans to world coordinates. */
  fromScans([x, y, z]: Triple): [x: number, y: number, z: number] {
    return this.content.localToWorld(new Vector3(x, y, z)).toArray();
  }

  /** The ray to a point in the frame of the scans, and the distance of the point along it. */
  sightOf(point: Triple): { origin: Triple; direction: Triple; distance: number } {
    const { camera } = this.rig;
    const to = new Vector3(...this.fromScans(point));
    const back = new Vector3(0, 0, 1).applyQuaternion(camera.quaternion);
    // In parallel projection all rays are parallel, else all start at the camera.
    const from = camera.position.clone();
    if (this.rig.projection === 'parallel') {
      from.copy(to).addScaledVector(back, camera.position.clone().sub(to).dot(back));
    }
    const distance = from.distanceTo(to);
    const direction = to.sub(from).normalize().toArray();
    return { origin: this.toScans(from.toArray()), direction, distance };
  }

  /** The canvas position of a point in the frame of the scans; undefined outside of the drawn depth. */
  toScreen(point: Triple): { x: number; y: number } | undefined {
    const { x, y, z } = this.content.localToWorld(new Vector3(...point)).project(this.rig.camera);
    if (Math.abs(z) > 1) return undefined;
    return { x: ((x + 1) / 2) * this.width, y: ((1 - y) / 2) * this.height };
  }

  /** The current picture of the scans without the cube. Render again in the same task, so that it is not visible. */
  async picture(): Promise<Blob | null> {
    if (this.#isLost) return null;
    const { showsCube } = this;
    this.showsCube = false;
    this.drawNow();
    const taken = cutOut(this.canvas);
    this.showsCube = showsCube;
    return encoded(await taken);
  }

  /** Frees everything on the GPU. */
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#isLost = true;
    this.#sizes.disconnect();
    this.#listeners.abort();
    this.cube.dispose();
    this.#renderer.renderLists.dispose();
    this.#renderer.dispose();
    if (!this.#renderer.getContext().isContextLost()) this.#renderer.forceContextLoss();
    this.canvas.remove();
  }

  /** The lights are fixed to the camera: above left, like in a surgery. */
  #addLights(): void {
    for (const [intensity, x, y, z] of [
      [2.35, -0.5, 0.8, 0.85],
      [0.6, 0.9, -0.2, 0.6],
      [0.3, 0, -1, 0.2],
    ] as const) {
      const lamp = new DirectionalLight(0xffffff, intensity);
      lamp.position.set(x, y, z);
      this.#headlights.add(lamp, lamp.target);
    }
  }

  #resize(container: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, maxPixelsPerPixel));
    this.#renderer.setSize(width, height, false);
    this.rig.resize(width, height);
    this.cube.fitIn(width, height, this.rig.insets);
    // Resizing clears the canvas; rendering at once avoids a flash.
    this.drawNow();
  }

  #surviveContextLoss(): void {
    const { signal } = this.#listeners;
    this.canvas.addEventListener(
      'webglcontextlost',
      (event) => {
        event.preventDefault();
        this.#isLost = true;
        this.#watcher.lost(true);
      },
      { signal },
    );
    this.canvas.addEventListener(
      'webglcontextrestored',
      () => {
        this.#isLost = false;
        // A restored context clears to opaque black until the first render.
        this.#renderer.setClearAlpha(0);
        this.#watcher.lost(false);
        this.draw();
      },
      { signal },
    );
  }
}

function rendererFor(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = drawingContext(canvas);
  if (!context) throw new WebGlUnavailable();
  return new WebGLRenderer({ canvas, context });
}
