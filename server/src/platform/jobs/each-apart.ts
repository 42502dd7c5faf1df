import type { Services } from '../services.ts';

interface Work<Item> {
  items: readonly Item[];
  run(item: Item): Promise<unknown>;
  /** Logged with the fields of `about` when one fails. */
  problem: string;
  about(item: Item): object;
}

/**
 * Does something with each item, one after another. One that fails, as while its rows are frozen by a move to another region,
 * is logged and holds up no other; the next run tries it again.
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
