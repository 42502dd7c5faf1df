let prepare: () => Promise<void> = async () => {};

/** Registers how to preload the first screen after sign-in; `load` must not fail. The app calls it once at start. */
export function setLanding(load: () => Promise<void>): void {
  prepare = load;
}

let data = { request: async () => {}, drop: () => {} };

/** Registers how to request the data of the first screen, and how to drop it. */
export function setLandingData(next: typeof data): void {
  data = next;
}

let requestedAt: number | null = null;

/**
 * Requests the data of the first screen for the person of the current access token, while its code loads. Resolves when
 * the requests have started, or when their replies replace painted rows, and never fails.
 */
export function requestLandingData(): Promise<void> {
  requestedAt ??= globalThis.takeEarlyStart?.() ?? performance.now();
  return data.request();
}

/** When that data was requested, on the clock of `performance.now()`; null if it was not, and for later calls. */
export function takeDataStart(): number | null {
  const start = requestedAt;
  requestedAt = null;
  return start;
}

/** Drops that data, so that the next person does not see it if the sign-in did not succeed. */
export const dropLandingData = (): void => data.drop();

/** Preloads code and texts of the first screen after sign-in. Never fails, and fetches no personal data. */
export const loadLanding = (): Promise<void> => prepare();

/** Preloads the first screen before sign-in has succeeded, unless data-saving mode is on. */
export function loadLandingAhead(): void {
  if (!savesData()) void prepare();
}

/** Whether the browser is in data-saving mode. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
