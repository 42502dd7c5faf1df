import { currentSession, onSession } from '../../../client/session/session-store.ts';

/** What was typed on a case and not posted, for as long as the page lives and the person is signed in. */
const typed = new Map<number, string>();

export const unsentComment = (caseId: number): string => typed.get(caseId) ?? '';

export function keepUnsent(caseId: number, text: string): void {
  if (text === '') typed.delete(caseId);
  else typed.set(caseId, text);
}

onSession(() => {
  if (currentSession().status === 'out') typed.clear();
});
