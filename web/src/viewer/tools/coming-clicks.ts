import type { ComingClick } from './tool.ts';

/** Clicks whose place is still being looked up or snapped, in their order. */
export class ComingClicks {
  #all: readonly ComingClick[] = [];

  add(click: ComingClick): void {
    if (!this.#all.includes(click)) this.#all = [...this.#waiting, click];
    click.isWaiting = true;
  }

  /** Drops the latest one; false if there is none. */
  dropLast(): boolean {
    const last = this.#waiting.at(-1);
    if (last) last.isWaiting = false;
    return last !== undefined;
  }

  drop(): void {
    for (const click of this.#waiting) click.isWaiting = false;
  }

  get #waiting(): ComingClick[] {
    return this.#all.filter(({ isWaiting }) => isWaiting);
  }
}
