import type { Triple } from '../surfaces/places.ts';

/** A label to place above a point. All in CSS pixels. */
export interface LabelBox {
  /** The point that it belongs to. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A rectangle of the canvas; `low` is its lower edge. */
export interface Part {
  left: number;
  top: number;
  right: number;
  low: number;
}

/** Pixels between a label and its point, and between labels. */
const rise = 12;
const gap = 4;

/**
 * The top left corner of each label: above its point, or as close above or below it as earlier labels and `others`
 * allow. Horizontally it stays within the width.
 */
export function placeLabels(
  wishes: readonly LabelBox[],
  width: number,
  others: readonly Part[] = [],
): { left: number; top: number }[] {
  const taken = [...others];
  return wishes.map((wish) => {
    const left = Math.max(0, Math.min(width - wish.width, wish.x - wish.width / 2));
    const right = left + wish.width;
    const beside = taken.filter((each) => each.left < right + gap && each.right + gap > left);
    const isFree = (top: number) =>
      beside.every(({ top: high, low }) => top >= low + gap || top + wish.height + gap <= high);
    const over = wish.y - rise - wish.height;
    // Adjacent to an obstacle, or on the other side of the point: no other position can be closer.
    const tops = beside.flatMap(({ top: high, low }) => [high - gap - wish.height, low + gap]);
    const top = [over, wish.y + rise, ...tops]
      .filter(isFree)
      .reduce((best, each) => (Math.abs(each - over) < Math.abs(best - over) ? each : best), Infinity);
    taken.push({ left, right, top, low: top + wish.height });
    return { left, top };
  });
}

/** Maps a place of the scans to the canvas. */
interface Canvas {
  toScreen(point: Triple): { x: number; y: number } | undefined;
}

/** Pixels between label and point from which a leader line is drawn. */
const shortestLeader = 20;

/**
 * All labels over the picture. They avoid each other and the marks of others, and moved ones get a leader line to
 * their point.
 */
export class Labels {
  readonly #overlay: HTMLElement;
  readonly #all = new Set<Label>();
  /** Elements that others have placed over the picture, in CSS pixels of the canvas; their owners set them here. */
  marks: readonly Part[] = [];

  constructor(overlay: HTMLElement) {
    this.#overlay = overlay;
  }

  add(ground: string): Label {
    const label = new Label(this.#overlay, ground, () => this.#all.delete(label));
    this.#all.add(label);
    return label;
  }

  /** Call before each frame, after placing each label; CSS pixels of the canvas. */
  arrange(width: number, height: number): void {
    const isInside = ({ x, y }: Seen) => x >= 0 && y >= 0 && x <= width && y <= height;
    const shown = [...this.#all].flatMap((label) =>
      label.seen && isInside(label.seen) ? [{ label, seen: label.seen }] : [],
    );
    for (const label of this.#all) if (!label.seen || !isInside(label.seen)) label.hide();
    const corners = placeLabels(
      shown.map(({ seen }) => seen),
      width,
      this.marks,
    );
    for (const [at, { label, seen }] of shown.entries()) {
      const corner = corners[at];
      if (corner) label.show(corner, seen);
    }
  }
}

interface Seen {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A label over the picture, above a place of the scans. */
export class Label {
  /** The canvas position of its point and its size; undefined if it is not visible. */
  seen: Seen | undefined;
  readonly #words = document.createElement('output');
  readonly #leader = document.createElement('div');
  readonly #gone: () => void;
  #size: { text: string; width: number; height: number } | undefined;

  constructor(overlay: HTMLElement, ground: string, gone: () => void) {
    this.#gone = gone;
    this.#words.hidden = true;
    this.#words.style.cssText =
      `position:absolute;left:0;top:0;padding:2px 8px;border-radius:8px;background:${ground};color:#fff;` +
      'font-weight:600;font-size:13px;line-height:20px;font-variant-numeric:tabular-nums;' +
      'pointer-events:none;white-space:nowrap';
    this.#leader.hidden = true;
    // Includes the leader line in pictures of the view.
    this.#leader.dataset.pictured = '';
    this.#leader.style.cssText = `position:absolute;left:-1px;top:0;width:2px;background:${ground};pointer-events:none`;
    overlay.prepend(this.#leader);
    overlay.append(this.#words);
  }

  /** Call before each frame with the place; without one, or outside of the drawn depth, the label is hidden. */
  place(canvas: Canvas, at: Triple | undefined, text: () => string): void {
    const spot = at && canvas.toScreen(at);
    this.seen = spot && { ...spot, ...this.#measured(text()) };
  }

  show({ left, top }: { left: number; top: number }, { x, y, height }: Seen): void {
    this.#words.style.transform = `translate(${left}px, ${top}px)`;
    const low = top + height;
    const [from, to] = top > y ? [y, top] : [low, y];
    this.#leader.hidden = to - from < shortestLeader;
    this.#leader.style.height = `${to - from}px`;
    this.#leader.style.transform = `translate(${x}px, ${from}px)`;
  }

  hide(): void {
    this.#words.hidden = true;
    this.#leader.hidden = true;
  }

  remove(): void {
    this.#words.remove();
    this.#leader.remove();
    this.#gone();
  }

  /** The size of the text, cached because measuring forces a layout. */
  #measured(text: string): { width: number; height: number } {
    this.#words.hidden = false;
    if (this.#size?.text !== text) {
      this.#words.textContent = text;
      const { offsetWidth: width, offsetHeight: height } = this.#words;
      this.#size = { text, width, height };
    }
    return this.#size;
  }
}
