import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { makeStale } from './make-stale.ts';

/** A query that somebody looks at, and its answers, given one by one. */
function watched(queryKey: readonly unknown[] = ['alarms']) {
  const queries = new QueryClient();
  queries.mount();
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  observer.subscribe(() => {});
  return { queries, answers, data: () => queries.getQueryData(queryKey) };
}

afterEach(() => focusManager.setFocused(undefined));

test('what happens while the first answer is on its way is asked for once that has come, once', async () => {
  const { queries, answers, data } = watched();
  makeStale(queries, { queryKey: ['alarms'] });
  makeStale(queries, { queryKey: ['alarms'] });
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  await vi.waitFor(() => expect(data()).toBe('after'));
  expect(answers).toHaveLength(2);
});

test('what is shown already is asked for at once', async () => {
  const { queries, answers, data } = watched();
  answers[0]?.('before');
  await vi.waitFor(() => expect(data()).toBe('before'));
  makeStale(queries);
  expect(answers).toHaveLength(2);
  answers[1]?.('after');
  await vi.waitFor(() => expect(data()).toBe('after'));
  expect(answers).toHaveLength(2);
});

test('a page that nobody sees does not read a case; it does when somebody looks again', async () => {
  const { queries, answers, data } = watched(['case', 7]);
  answers[0]?.('before');
  await vi.waitFor(() => expect(data()).toBe('before'));
  focusManager.setFocused(false);
  makeStale(queries, { predicate: ({ queryKey }) => queryKey[1] === 7 });
  expect(answers).toHaveLength(1);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  await vi.waitFor(() => expect(data()).toBe('after'));
});

test('lists go on while nobody sees the page', async () => {
  const { queries, answers, data } = watched(['cases']);
  answers[0]?.('before');
  await vi.waitFor(() => expect(data()).toBe('before'));
  focusManager.setFocused(false);
  makeStale(queries);
  expect(answers).toHaveLength(2);
});
