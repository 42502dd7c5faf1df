import { BufferAttribute, type Mesh } from 'three';

/** Temporary colours in place of those of the scans. */
export class ScanPaint {
  readonly #own = new Map<Mesh, BufferAttribute | undefined>();

  isOn(mesh: Mesh): boolean {
    return this.#own.has(mesh);
  }

  /** Whether the scan itself has colours. */
  hasOwn(mesh: Mesh): boolean {
    return this.isOn(mesh) ? this.#own.get(mesh) !== undefined : mesh.geometry.hasAttribute('color');
  }

  set(mesh: Mesh, colors: Uint16Array | undefined): void {
    const { geometry } = mesh;
    if (!colors) this.#takeOff(mesh);
    if (colors?.length !== geometry.getAttribute('position').array.length) return;
    const present = geometry.getAttribute('color') as BufferAttribute | undefined;
    if (this.isOn(mesh) && present) {
      present.array.set(colors);
      present.needsUpdate = true;
      return;
    }
    this.#own.set(mesh, present);
    // Memory on the GPU is only freed per geometry; remaining parts are uploaded again with the next frame.
    geometry.dispose();
    geometry.setAttribute('color', new BufferAttribute(colors.slice(), 3, true));
  }

  /** For a mesh whose geometry was disposed. */
  forget(mesh: Mesh): void {
    this.#own.delete(mesh);
  }

  #takeOff(mesh: Mesh): void {
    if (!this.isOn(mesh)) return;
    const own = this.#own.get(mesh);
    this.#own.delete(mesh);
    mesh.geometry.dispose();
    if (own) mesh.geometry.setAttribute('color', own);
    else mesh.geometry.deleteAttribute('color');
  }
}
