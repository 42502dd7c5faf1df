import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import { readKept, removeKept, writeKept } from './kept-storage.ts';
import { currentSession, useSession, useUser } from './session-store.ts';

/** Whether kept input of a form waits for the person. */
export function useHasKeptInput(form: string): boolean {
  const { id } = useUser();
  return useState(() => readKept(form, id) !== null)[0];
}

/**
 * State of a form that outlives the session: when the session ends while the form is open, the input is restored after
 * the same person has signed in again in this tab. It is discarded once another person signs in or the person signs
 * out. `form` identifies the form in the tab's storage.
 */
export function useKeptInput<T extends object>(
  form: string,
  initial: () => T,
): [T, Dispatch<SetStateAction<T>>] {
  const { id: userId } = useUser();
  const { status } = useSession();
  const [start] = useState(initial);
  const [values, setValues] = useState<T>(() => ({ ...start, ...readKept(form, userId) }));
  const latest = useLatest(() => values);

  useEffect(() => removeKept(form), [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page of an ended session reloads without unmounting, so the change of the status counts
  useEffect(
    () => () => {
      const now = currentSession();
      const input = latest();
      const isOver = now.status === 'relogin' || (now.status === 'out' && now.idle);
      if (!isOver || JSON.stringify(input) === JSON.stringify(start)) return;
      writeKept(form, userId, input);
    },
    [form, userId, start, status, latest],
  );
  return [values, setValues];
}
