/** Times in milliseconds since the call that opens a file. */
export interface Seen {
  /** The first recognisable frame. */
  first: number;
  /** The first complete frame. */
  full: number;
}

/** Opens a file in the stage; its viewer is already loaded. */
export type Open = (url: string) => Promise<Seen>;

export function stage(): HTMLElement {
  const element = document.getElementById('stage');
  if (!element) throw new Error('no stage');
  return element;
}

/** Waits until the GPU, or its software emulation, has finished all commands. */
export function drawn(canvas: HTMLCanvasElement): void {
  const gl = canvas.getContext('webgl2');
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

export function canvasIn(element: HTMLElement): HTMLCanvasElement {
  const canvas = element.querySelector('canvas');
  if (!canvas) throw new Error('no canvas');
  return canvas;
}
