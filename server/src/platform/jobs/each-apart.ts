import type { Services } from '../services.ts';

interface Work<Item> {
  items: readonly Item[];
  run(item: Item): Promise<unknown>;
  /** Logged with the fields of `about` when one fails. */
  problem: string;
  about(item: Item): object;
}

/**
 * Processes items one after another. A failing one, for example while its rows are frozen by a move to another region,
 * is logged and does not delay the others; the next run retries it.
 */
export async function eachApart<Item>(
  { log }: Pick<Services, 'log'>,
  { items, run, problem, about }: Work<Item>,
): Promise<void> {
  for (const item of items)
    try {
      await run(item);
    } catch (error) {
      log.warn({ err: error, ...about(item) }, problem);
    }
}
