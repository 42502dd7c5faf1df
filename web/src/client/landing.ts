let prepare: () => Promise<void> = async () => {};

/** Says how to load what a person who is let in sees first; it must not fail. The app knows, once, at its start. */
export function setLanding(load: () => Promise<void>): void {
  prepare = load;
}

/** Loads code and texts of what a person who is let in sees first. Never fails, and asks for nothing personal. */
export const loadLanding = (): Promise<void> => prepare();

/** The same on the chance that they are let in: not for people who save data. */
export function loadLandingAhead(): void {
  if (!savesData()) void prepare();
}

/** Whether the browser was told to load no more than it must. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
