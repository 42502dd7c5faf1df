import { readPersonal, writePersonal } from '../../client/personal-storage.ts';

const KEY = 'guest-cases';

/** Whether the person had cases in the other region when that was last known. */
export const hadGuestCases = (): boolean => readPersonal(KEY) === true;

/** Keeps that in this browser. */
export function keepGuestCases(are: boolean): void {
  if (are !== hadGuestCases()) writePersonal(KEY, are);
}
