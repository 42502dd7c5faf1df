let prepare: () => Promise<void> = async () => {};

/** Registers how to preload the first screen after sign-in; `load` must not fail. The app calls it once at start. */
export function setLanding(load: () => Promise<void>): void {
  prepare = load;
}

/** Preloads code and texts of the first screen after sign-in. Never fails, and fetches no personal data. */
export const loadLanding = (): Promise<void> => prepare();

/** Preloads the first screen before sign-in has succeeded, unless the person saves data. */
export function loadLandingAhead(): void {
  if (!savesData()) void prepare();
}

/** Whether the browser asks pages to save data. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
