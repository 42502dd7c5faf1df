import { BufferAttribute, type Mesh } from 'three';

/** Colours that stand in for those of the scans for a time. */
export class ScanPaint {
  readonly #own = new Map<Mesh, BufferAttribute | undefined>();

  isOn(mesh: Mesh): boolean {
    return this.#own.has(mesh);
  }

  /** Whether the scan itself came with colours. */
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
    // The graphics card gives memory back by geometry only: what is kept goes up again with the next picture.
    geometry.dispose();
    geometry.setAttribute('color', new BufferAttribute(colors.slice(), 3, true));
  }

  /** For a mesh whose geometry is gone. */
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
