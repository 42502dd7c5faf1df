import type { Stage } from './stage.ts';
import type { Spot } from './surfaces/places.ts';
import { Crosshair } from './tools/crosshair.ts';
import { type ToolSlot, toolSlots, type ViewerTool, type Workbench } from './tools/tool.ts';

/** The tools that are taken up, and what is clicked and pointed at for them. */
export class ToolSlots {
  readonly #stage: Stage;
  readonly #pick: (x: number, y: number) => Promise<Spot | null>;
  readonly #bench: Workbench;
  readonly #crosshair: Crosshair;
  readonly #tools: Partial<Record<ToolSlot, ViewerTool>> = {};

  constructor(stage: Stage, bench: Workbench, pick: (x: number, y: number) => Promise<Spot | null>) {
    this.#stage = stage;
    this.#bench = bench;
    this.#pick = pick;
    this.#crosshair = new Crosshair(stage.canvas, bench.overlay, () => stage.draw());
  }

  /** Whether a click on a scan is for a tool. */
  get takesClicks(): boolean {
    return this.#clickTool !== undefined;
  }

  /** Whether a tool wants to know on what the mouse rests. */
  get followsPointer(): boolean {
    return this.#all.some((tool) => tool.pointed);
  }

  /** Gives a tool its slot, or empties it. The tool that was there is disposed of. */
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

  /** A click at a point of the canvas; CSS pixels. */
  async click(x: number, y: number): Promise<void> {
    const tool = this.#clickTool;
    const spot = tool && (await this.#pick(x, y));
    // Meanwhile the tool may have been put down.
    if (!spot || !this.#all.includes(tool)) return;
    tool.clicked?.(spot);
    // A finger does not rest on a scan as a mouse does: what it taps is told to all.
    for (const other of this.#all) if (other !== tool) other.pointed?.(spot);
  }

  point(spot: Spot | null): void {
    for (const tool of this.#all) tool.pointed?.(spot);
  }

  /** Call before each picture. */
  place(): void {
    for (const tool of this.#all) tool.place?.();
    this.#bench.labels.arrange(this.#stage.width, this.#stage.height);
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
