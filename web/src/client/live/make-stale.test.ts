import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { makeStale } from './make-stale.ts';

/** A mounted query whose responses the test gives one by one. */
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

test('events during the first fetch cause one refetch after it', async () => {
  const { queries, answers, data } = watched();
  makeStale(queries, { queryKey: ['alarms'] });
  makeStale(queries, { queryKey: ['alarms'] });
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await eventually(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  await eventually(() => expect(data()).toBe('after'));
  expect(answers).toHaveLength(2);
});

test('a query with data is refetched at once', async () => {
  const { queries, answers, data } = watched();
  answers[0]?.('before');
  await eventually(() => expect(data()).toBe('before'));
  makeStale(queries);
  expect(answers).toHaveLength(2);
  answers[1]?.('after');
  await eventually(() => expect(data()).toBe('after'));
  expect(answers).toHaveLength(2);
});

test('a hidden page does not read a case until it is visible again', async () => {
  const { queries, answers, data } = watched(['case', 7]);
  answers[0]?.('before');
  await eventually(() => expect(data()).toBe('before'));
  focusManager.setFocused(false);
  makeStale(queries, { predicate: ({ queryKey }) => queryKey[1] === 7 });
  expect(answers).toHaveLength(1);
  focusManager.setFocused(true);
  await eventually(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  await eventually(() => expect(data()).toBe('after'));
});

test('lists are refetched on a hidden page too', async () => {
  const { queries, answers, data } = watched(['cases']);
  answers[0]?.('before');
  await eventually(() => expect(data()).toBe('before'));
  focusManager.setFocused(false);
  makeStale(queries);
  expect(answers).toHaveLength(2);
});
