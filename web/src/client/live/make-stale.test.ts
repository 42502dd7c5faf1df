import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { makeStale } from './make-stale.ts';

/** A query that somebody looks at, and its answers, given one by one. */
function watched() {
  const queries = new QueryClient();
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['alarms'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  observer.subscribe(() => {});
  return { queries, answers, data: () => queries.getQueryData(['alarms']) };
}

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
