import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { currentSession, useSession, useUser } from './session-store.ts';

const PREFIX = 'cusp.kept.';

function readKept(form: string, userId: number): object | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + form) ?? 'null') as {
      userId: number;
      values: object;
    } | null;
    return kept?.userId === userId ? kept.values : null;
  } catch {
    return null;
  }
}

/** Whether something that the person typed into a form waits for them. */
export function useHasKeptInput(form: string): boolean {
  const { id } = useUser();
  return useState(() => readKept(form, id) !== null)[0];
}

/**
 * State of a form that outlives the session: when the session ends while the form is open, what was typed is back after
 * the same person has signed in again in this tab. `form` names the form in the tab's storage.
 */
export function useKeptInput<T extends object>(
  form: string,
  initial: () => T,
): [T, Dispatch<SetStateAction<T>>] {
  const { id: userId } = useUser();
  const { status } = useSession();
  const [start] = useState(initial);
  const [values, setValues] = useState<T>(() => ({ ...start, ...readKept(form, userId) }));
  const latest = useRef(values);
  latest.current = values;

  useEffect(() => sessionStorage.removeItem(PREFIX + form), [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page of an ended session reloads without unmounting, so the change of the status counts
  useEffect(
    () => () => {
      const now = currentSession();
      const isOver = now.status === 'relogin' || (now.status === 'out' && now.idle);
      if (!isOver || JSON.stringify(latest.current) === JSON.stringify(start)) return;
      sessionStorage.setItem(PREFIX + form, JSON.stringify({ userId, values: latest.current }));
    },
    [form, userId, start, status],
  );
  return [values, setValues];
}
