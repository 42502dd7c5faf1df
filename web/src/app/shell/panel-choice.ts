/** Where the choice is kept; it goes with the person at sign-out. */
export const PANEL = 'panel';

/** Whether the panel begins collapsed: as somebody chose in a window this wide, else by the width alone. */
export function collapsedAtStart(kept: unknown, narrow: boolean): boolean {
  if (typeof kept !== 'object' || kept === null) return narrow;
  if (!('narrow' in kept && 'collapsed' in kept) || kept.narrow !== narrow) return narrow;
  return kept.collapsed === true;
}
