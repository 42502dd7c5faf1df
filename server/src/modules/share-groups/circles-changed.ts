import type { Work } from '../../platform/work.ts';

/** Call this in the transaction in which people join or leave a group, with everybody who was or is in it. */
export async function noteCircles(work: Work, people: readonly number[]): Promise<void> {
  if (work.services.config.peer) await work.enqueue('circles-changed', { people: [...people] });
}
