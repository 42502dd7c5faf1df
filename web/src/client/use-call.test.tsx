// @vitest-environment happy-dom
import { requestPasswordReset } from '@cusp/contract/accounts.routes';
import { changeAssignee, changeStatus } from '@cusp/contract/case-changes.routes';
import { editComment } from '@cusp/contract/comments.routes';
import { renamePasskey } from '@cusp/contract/security.routes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { type CuspKey, useSubmit } from './use-call.ts';
import { useSingleFlight } from './use-single-flight.ts';

/** Renders a hook in a component that stays mounted and returns its value. */
function rendered<Result>(hook: () => Result, queries = new QueryClient()): Result {
  const results: Result[] = [];
  const Probe = () => {
    results.push(hook());
    return null;
  };
  renderToString(
    <QueryClientProvider client={queries}>
      <Probe />
    </QueryClientProvider>,
  );
  return results[0] as Result;
}

let answers: ((reply: Response) => void)[] = [];
const reply = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  answers = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
});
afterEach(() => vi.unstubAllGlobals());

const input = { body: { email: 'a@b.example' } };
const tick = () => new Promise((resolve) => setTimeout(resolve));

test('mutateAsync joins the request in flight, and a later call sends another', async () => {
  const submit = rendered(() => useSubmit(requestPasswordReset));
  const both = [submit.mutateAsync(input), submit.mutateAsync(input)];
  submit.mutate(input);
  await eventually(() => expect(answers).toHaveLength(1));
  answers[0]?.(reply(200, { sent: true, next_in: 60 }));
  expect(await Promise.all(both)).toEqual([
    { sent: true, next_in: 60 },
    { sent: true, next_in: 60 },
  ]);
  submit.mutate(input);
  await eventually(() => expect(answers).toHaveLength(2));
});

test('a refused request lets the next one through', async () => {
  const submit = rendered(() => useSubmit(requestPasswordReset));
  submit.mutate(input);
  await eventually(() => expect(answers).toHaveLength(1));
  const joined = submit.mutateAsync(input);
  answers[0]?.(reply(409, { code: 'conflict', detail: 'no', request_id: 'r' }));
  await expect(joined).rejects.toMatchObject({ status: 409 });
  submit.mutate(input);
  await eventually(() => expect(answers).toHaveLength(2));
});

test('reset clears an outcome, and does nothing while a request is in flight', async () => {
  const queries = new QueryClient();
  const { result } = renderHook(() => useSubmit(requestPasswordReset), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  act(() => {
    result.current.mutate(input);
    result.current.reset();
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  act(() => result.current.reset());
  answers[0]?.(reply(409, { code: 'conflict', detail: 'no', request_id: 'r' }));
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 409 }));
  act(() => result.current.reset());
  await waitFor(() => expect(result.current.error).toBeNull());
});

test('single flight runs one task at a time, also after one that failed', async () => {
  const once = rendered(() => useSingleFlight());
  let runs = 0;
  let finish = () => {};
  const work = () => {
    runs += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const first = once(work);
  const second = once(work);
  expect(runs).toBe(1);
  finish();
  await Promise.all([first, second]);
  await expect(once(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  void once(work);
  await tick();
  expect(runs).toBe(2);
  finish();
});

describe('queries a change invalidates in its own tab', () => {
  const KEPT: readonly CuspKey[] = [
    ['case', 7],
    ['cases', { page: 1 }],
    ['cases', { page: 2 }],
    ['comments', 7],
    ['history', 7],
    ['today'],
    ['weeks'],
    ['connections', ''],
    ['security', 'state'],
  ];
  /** The queries that are stale after a change that the server confirms. */
  async function staleAfterwards(change: (queries: QueryClient) => Promise<unknown>): Promise<CuspKey[]> {
    const queries = new QueryClient();
    for (const key of KEPT) queries.setQueryData(key, {});
    const changed = change(queries);
    await eventually(() => expect(answers).toHaveLength(1));
    answers[0]?.(reply(200, {}));
    await changed;
    return KEPT.filter((key) => queries.getQueryState(key)?.isInvalidated);
  }
  const every = (...words: string[]) => KEPT.filter(([word]) => words.includes(word));

  test('an edited comment invalidates the case list, and not the history', async () => {
    const input = { params: { id: 1 }, body: { comment: 'Hello' } };
    expect(
      await staleAfterwards((queries) => rendered(() => useSubmit(editComment), queries).mutateAsync(input)),
    ).toEqual(every('case', 'cases', 'comments', 'today'));
  });

  test('another assignee invalidates the list and the history', async () => {
    const input = { params: { id: 7 }, body: { assignee_id: null } };
    expect(
      await staleAfterwards((queries) =>
        rendered(() => useSubmit(changeAssignee), queries).mutateAsync(input),
      ),
    ).toEqual(every('case', 'cases', 'history'));
  });

  test('another status invalidates the history', async () => {
    const input = { params: { id: 7 }, body: { action: 'PROC' as const } };
    expect(
      await staleAfterwards((queries) => rendered(() => useSubmit(changeStatus), queries).mutateAsync(input)),
    ).toEqual(every('case', 'cases', 'history', 'today', 'weeks'));
  });

  test('a change without an event declares its stale queries itself', async () => {
    const input = { params: { id: 1 }, body: { name: 'Key' } };
    const stale = [['security', 'state']] as const;
    expect(
      await staleAfterwards((queries) =>
        rendered(() => useSubmit(renamePasskey, { stale }), queries).mutateAsync(input),
      ),
    ).toEqual(every('security'));
    // @ts-expect-error an endpoint with events declares what becomes stale by its events only
    rendered(() => useSubmit(editComment, { stale }));
  });
});
