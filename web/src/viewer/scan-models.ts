import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshPhongMaterial,
  type Plane,
  Sphere,
  Vector3,
} from 'three';
import type { PreparedMesh } from './loading/prepare-mesh.ts';
import type { LayerId } from './plan-scene.ts';
import { ScanPaint } from './scan-paint.ts';
import type { ScanId } from './surfaces/places.ts';

/** The plain colour of each layer, for scans without colours and for the solid view. */
export const plain: Record<LayerId, string> = {
  'upper-preop': '#b9c6b4',
  'upper-jaw': '#e6d7b9',
  'upper-scanbody': '#9db4cc',
  'lower-preop': '#b3c0b8',
  'lower-jaw': '#d3b49c',
  'lower-scanbody': '#93abc6',
  other: '#cbbfd6',
};

const shine = 0x2a2a2a;

export interface LayerAppearance {
  /** 0 to 1. At 1 the surface is drawn without blending. */
  opacity: number;
  isShown: boolean;
}

export type ScanMesh = Mesh<BufferGeometry, MeshPhongMaterial>;

function geometryOf(prepared: PreparedMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(prepared.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(prepared.normals, 3));
  if (prepared.colors) geometry.setAttribute('color', new BufferAttribute(prepared.colors, 3, true));
  geometry.setIndex(new BufferAttribute(prepared.indices, 1));
  const { min, max } = prepared.bounds;
  geometry.boundingBox = new Box3(new Vector3(...min), new Vector3(...max));
  // From the bounding box, because iterating over all vertices would block the page.
  geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere());
  return geometry;
}

/** Enough to find the outline of a jaw within half a millimetre, and few enough to take no time. */
const maxSamples = 4000;

/** Vertices at even steps through a surface, moved by `offset`; x, y, z after one another. */
function sampled(geometry: BufferGeometry, { x, y, z }: Vector3): number[] {
  const { array } = geometry.getAttribute('position');
  const step = Math.ceil(array.length / 3 / maxSamples) * 3;
  const points: number[] = [];
  for (let i = 0; i < array.length; i += step)
    points.push(Number(array[i]) + x, Number(array[i + 1]) + y, Number(array[i + 2]) + z);
  return points;
}

/** The scans of a case, each in its layer, in their common frame. */
export class ScanModels {
  readonly group = new Group();
  readonly #appearances = new Map<LayerId, LayerAppearance>();
  readonly #paint = new ScanPaint();
  readonly #veils = new Map<ScanMesh, number>();
  #warm: MeshPhongMaterial | undefined;
  #isSolid = false;
  #clip: Plane | undefined;

  get hasColours(): boolean {
    return this.#meshes().some((mesh) => this.#paint.hasOwn(mesh));
  }

  add(prepared: PreparedMesh, layer: LayerId): ScanMesh {
    const material = new MeshPhongMaterial({
      side: DoubleSide,
      shininess: 46,
      specular: new Color(shine),
      // Lets margin lines win against the surface that they lie on.
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 2,
    });
    const mesh = new Mesh(geometryOf(prepared), material);
    mesh.userData.layer = layer;
    this.group.add(mesh);
    this.#dress(mesh);
    return mesh;
  }

  /** Adds an invisibly small scan in the plain material of the layers. */
  addWarmUpMesh(): ScanMesh {
    const nowhere = { min: [0, 0, 0], max: [0, 0, 0] } satisfies PreparedMesh['bounds'];
    const [positions, normals] = [new Float32Array(9), new Float32Array(9)];
    const indices = Uint32Array.of(0, 1, 2);
    return this.add({ positions, normals, indices, triangles: 1, bounds: nowhere }, 'other');
  }

  /** Removes the speck; its material stays, and with it the compiled shader program of scans. */
  removeWarmUpMesh(speck: ScanMesh): void {
    speck.geometry.dispose();
    this.group.remove(speck);
    this.#warm = speck.material;
  }

  /** Replaces a scan's surface by a finer one and frees the old one. */
  replace(mesh: ScanMesh, prepared: PreparedMesh): void {
    mesh.geometry.dispose();
    this.#paint.forget(mesh);
    mesh.geometry = geometryOf(prepared);
    this.#dress(mesh);
  }

  /** Replaces a scan by another one, without the paint of tools on it. */
  handOver(mesh: ScanMesh, id: ScanId, prepared: PreparedMesh, layer: LayerId): void {
    this.#veils.delete(mesh);
    mesh.userData.id = id;
    mesh.userData.layer = layer;
    // Keeps the material, whose shader program would otherwise be compiled again.
    this.replace(mesh, prepared);
  }

  /** Moves a scan to another layer. */
  move(mesh: ScanMesh, layer: LayerId): void {
    mesh.userData.layer = layer;
    this.#dress(mesh);
  }

  remove(mesh: ScanMesh): void {
    mesh.geometry.dispose();
    mesh.material.dispose();
    this.#paint.forget(mesh);
    this.#veils.delete(mesh);
    this.group.remove(mesh);
  }

  /**
   * Replaces a scan's colours (linear RGB per vertex as fractions of 65,535), or restores them. Ignores colours of
   * another surface than the current one.
   */
  paint(id: ScanId, colors: Uint16Array | undefined): void {
    const mesh = this.#meshes().find(({ userData }) => userData.id === id);
    if (!mesh) return;
    this.#paint.set(mesh, colors);
    this.#dress(mesh);
  }

  /** Draws a scan at a share of its layer's opacity, or at the layer's own again. */
  setFade(id: ScanId, share: number | undefined): void {
    const mesh = this.#meshes().find(({ userData }) => userData.id === id);
    if (!mesh) return;
    if (share === undefined) this.#veils.delete(mesh);
    else this.#veils.set(mesh, share);
    this.#dress(mesh);
  }

  /** Whether `setFade` hides a scan whose layer is visible. */
  isFadedOut(id: ScanId): boolean {
    const mesh = this.#meshes().find(({ userData }) => userData.id === id);
    return mesh !== undefined && this.#veils.get(mesh) === 0;
  }

  /** The bounding box of one scan; undefined if it was removed. */
  boxOf(id: ScanId): Box3 | undefined {
    const mesh = this.#meshes().find(({ userData }) => userData.id === id);
    return mesh?.geometry.boundingBox?.clone();
  }

  /** The bounding box of all scans; empty without any. */
  box(): Box3 {
    const box = new Box3();
    for (const mesh of this.#meshes()) if (mesh.geometry.boundingBox) box.union(mesh.geometry.boundingBox);
    return box;
  }

  /**
   * Points spread over the visible scans, or over all if all are hidden, moved by `offset`; x, y, z after one another.
   */
  points(offset: Vector3): Float32Array {
    const shown = this.#meshes().filter(({ visible }) => visible);
    const meshes = shown.length > 0 ? shown : this.#meshes();
    return Float32Array.from(meshes.flatMap(({ geometry }) => sampled(geometry, offset)));
  }

  setLayerAppearance(layer: LayerId, appearance: LayerAppearance): void {
    this.#appearances.set(layer, appearance);
    for (const mesh of this.#meshes()) if (mesh.userData.layer === layer) this.#dress(mesh);
  }

  /** Whether to draw the scans in one plain material instead of their own colours. */
  setSolid(isSolid: boolean): void {
    this.#isSolid = isSolid;
    for (const mesh of this.#meshes()) this.#dress(mesh);
  }

  /** Clips the scans by a plane in world coordinates. */
  clip(plane: Plane | undefined): void {
    this.#clip = plane;
    for (const mesh of this.#meshes()) this.#dress(mesh);
  }

  /** Whether the scans of a layer are visible. */
  isShown(layer: LayerId): boolean {
    const { opacity, isShown } = this.#appearanceOf(layer);
    return isShown && opacity > 0;
  }

  dispose(): void {
    for (const mesh of this.#meshes()) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.#warm?.dispose();
    this.group.clear();
  }

  #appearanceOf(layer: LayerId): LayerAppearance {
    return this.#appearances.get(layer) ?? { opacity: 1, isShown: true };
  }

  #meshes(): ScanMesh[] {
    return this.group.children as ScanMesh[];
  }

  #dress(mesh: ScanMesh): void {
    const layer = mesh.userData.layer as LayerId;
    const opacity = this.#appearanceOf(layer).opacity * (this.#veils.get(mesh) ?? 1);
    const { material } = mesh;
    const isPainted = this.#paint.isOn(mesh);
    const isColoured = isPainted || (!this.#isSolid && this.#paint.hasOwn(mesh));
    mesh.visible = this.isShown(layer) && opacity > 0;
    material.color.set(isColoured ? '#ffffff' : plain[layer]);
    // A highlight would look like a colour of the map.
    material.specular.set(isPainted ? 0 : shine);
    material.opacity = opacity;
    material.clippingPlanes = this.#clip ? [this.#clip] : null;
    if (material.transparent !== opacity < 1 || material.vertexColors !== isColoured) {
      material.transparent = opacity < 1;
      material.vertexColors = isColoured;
      material.needsUpdate = true;
    }
  }
}
