import { expect, type Page } from '@playwright/test';

/** Counts what a person presses on a page, by step of a job. Typing and keys do not count. */
export class ClickCounter {
  #pressed = 0;
  readonly #steps: Record<string, number> = {};

  /** Call it before the page is loaded. */
  static async on(page: Page): Promise<ClickCounter> {
    const counter = new ClickCounter();
    await page.exposeFunction('cuspPressed', () => {
      counter.#pressed += 1;
    });
    await page.addInitScript(() => {
      const { cuspPressed } = globalThis as unknown as { cuspPressed(): void };
      addEventListener('pointerdown', ({ isTrusted }) => isTrusted && cuspPressed(), true);
    });
    return counter;
  }

  /** A step of the job; `outside` is the number of presses elsewhere, such as on a link in a mail. */
  async step(name: string, act: () => Promise<unknown>, outside = 0): Promise<void> {
    const before = this.#pressed;
    await act();
    this.#steps[name] = this.#pressed - before + outside;
  }

  /** Fails unless each step took exactly this many presses; lower the number when a step got shorter. */
  expectCounts(counts: Record<string, number>): void {
    expect(this.#steps, 'presses by step').toEqual(counts);
  }
}
