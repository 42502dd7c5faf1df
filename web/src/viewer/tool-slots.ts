import type { Stage } from './stage.ts';
import type { Spot } from './surfaces/places.ts';
import { type ToolContext, type ToolSlot, toolSlots, type ViewerTool } from './tools/tool.ts';

/** Shows keyboard users where Enter clicks: at the centre of the free area of the canvas. */
class Crosshair {
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

  /** Call before each frame; `isWanted` if a tool takes clicks. */
  place(isWanted: boolean, { x, y }: { x: number; y: number }): void {
    this.#element.hidden = !isWanted || !this.#canvas.matches(':focus-visible');
    this.#element.style.transform = `translate(${x}px, ${y}px)`;
  }

  dispose(): void {
    this.#listeners.abort();
    this.#element.remove();
  }
}

/** The active tools, and the clicks and pointer positions for them. */
export class ToolSlots {
  readonly #stage: Stage;
  readonly #pick: (x: number, y: number) => Promise<Spot | null>;
  readonly #context: ToolContext;
  readonly #crosshair: Crosshair;
  readonly #tools: Partial<Record<ToolSlot, ViewerTool>> = {};

  constructor(stage: Stage, context: ToolContext, pick: (x: number, y: number) => Promise<Spot | null>) {
    this.#stage = stage;
    this.#context = context;
    this.#pick = pick;
    this.#crosshair = new Crosshair(stage.canvas, context.overlay, () => stage.draw());
  }

  /** Whether a click on a scan is for a tool. */
  get takesClicks(): boolean {
    return this.#clickTool !== undefined;
  }

  /** Whether a tool follows the mouse. */
  get followsPointer(): boolean {
    return this.#all.some((tool) => tool.pointed);
  }

  /** Sets or empties a slot. The previous tool is disposed. */
  use(slot: ToolSlot, tool: ViewerTool | undefined): void {
    const { content, canvas } = this.#stage;
    const before = this.#tools[slot];
    if (before?.group) content.remove(before.group);
    before?.dispose();
    delete this.#tools[slot];
    if (tool) this.#tools[slot] = tool;
    if (tool?.group) content.add(tool.group);
    canvas.style.cursor = this.#all.find((each) => each.cursor)?.cursor ?? '';
    this.#stage.draw();
  }

  /** A click at a point of the canvas in CSS pixels. */
  async click(x: number, y: number): Promise<void> {
    const tool = this.#clickTool;
    if (!tool) return;
    const click = { isWaiting: true };
    tool.pressed?.(click);
    // The scan may be replaced during the query.
    const spot = await this.#pick(x, y).catch(() => null);
    const isWanted = click.isWaiting;
    click.isWaiting = false;
    // The tool may have been deactivated since.
    if (!spot || !isWanted || !this.#all.includes(tool)) return;
    tool.clicked?.(spot, click);
    // A finger cannot hover, so a tap is reported to all tools.
    for (const other of this.#all) if (other !== tool) other.pointed?.(spot);
  }

  point(spot: Spot | null): void {
    for (const tool of this.#all) tool.pointed?.(spot);
  }

  /** Call before each frame. */
  place(): void {
    for (const tool of this.#all) tool.place?.();
    this.#context.labels.arrange(this.#stage.width, this.#stage.height);
    this.#crosshair.place(this.takesClicks, this.#stage.middle);
  }

  dispose(): void {
    for (const slot of toolSlots) this.use(slot, undefined);
    this.#crosshair.dispose();
  }

  get #all(): ViewerTool[] {
    return toolSlots.flatMap((slot) => this.#tools[slot] ?? []);
  }

  get #clickTool(): ViewerTool | undefined {
    return this.#all.find((each) => each.clicked);
  }
}
