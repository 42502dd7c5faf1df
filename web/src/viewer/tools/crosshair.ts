/** Shows who uses the keyboard where Enter would click: at the middle of what is left free of the canvas. */
export class Crosshair {
  readonly #canvas: HTMLElement;
  readonly #element = document.createElement('div');
  readonly #listeners = new AbortController();

  constructor(canvas: HTMLElement, overlay: HTMLElement, draw: () => void) {
    this.#canvas = canvas;
    this.#element.hidden = true;
    this.#element.style.cssText =
      'position:absolute;left:-12px;top:-12px;width:24px;height:24px;' +
      'background:linear-gradient(#d9480f,#d9480f) center/2px 100% no-repeat,' +
      'linear-gradient(#d9480f,#d9480f) center/100% 2px no-repeat';
    overlay.append(this.#element);
    for (const event of ['focus', 'blur', 'keydown', 'pointerdown'] as const) {
      canvas.addEventListener(event, draw, { signal: this.#listeners.signal });
    }
  }

  /** Call before each picture; `isWanted` where a tool takes clicks. */
  place(isWanted: boolean, { x, y }: { x: number; y: number }): void {
    this.#element.hidden = !isWanted || !this.#canvas.matches(':focus-visible');
    this.#element.style.transform = `translate(${x}px, ${y}px)`;
  }

  dispose(): void {
    this.#listeners.abort();
    this.#element.remove();
  }
}
