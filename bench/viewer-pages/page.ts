/** When something could be seen, in milliseconds from the order to open a file. */
export interface Seen {
  /** Something that can be recognised. */
  first: number;
  /** Everything there is. */
  full: number;
}

/** Opens a file in the stage, whose viewer is loaded already. */
export type Open = (url: string) => Promise<Seen>;

export function stage(): HTMLElement {
  const element = document.getElementById('stage');
  if (!element) throw new Error('no stage');
  return element;
}

/** Waits until the graphics card, or who plays it, is done with everything it was told. */
export function drawn(canvas: HTMLCanvasElement): void {
  const gl = canvas.getContext('webgl2');
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

export function canvasIn(element: HTMLElement): HTMLCanvasElement {
  const canvas = element.querySelector('canvas');
  if (!canvas) throw new Error('no canvas');
  return canvas;
}
