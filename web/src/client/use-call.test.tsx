import { requestPasswordReset } from '@cusp/contract/accounts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSubmit } from './use-call.ts';
import { useSingleFlight } from './use-single-flight.ts';

/** What a hook gives a component that stays mounted. */
function rendered<Result>(hook: () => Result): Result {
  const results: Result[] = [];
  const Probe = () => {
    results.push(hook());
    return null;
  };
  const queries = new QueryClient();
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

test('mutateAsync joins the request on its way, and a later call sends another', async () => {
  const submit = rendered(() => useSubmit(requestPasswordReset));
  const both = [submit.mutateAsync(input), submit.mutateAsync(input)];
  submit.mutate(input);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(reply(200, { sent: true, next_in: 60 }));
  expect(await Promise.all(both)).toEqual([
    { sent: true, next_in: 60 },
    { sent: true, next_in: 60 },
  ]);
  submit.mutate(input);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
});

test('a refused request lets the next one through', async () => {
  const submit = rendered(() => useSubmit(requestPasswordReset));
  submit.mutate(input);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const joined = submit.mutateAsync(input);
  answers[0]?.(reply(409, { code: 'conflict', detail: 'no', request_id: 'r' }));
  await expect(joined).rejects.toMatchObject({ status: 409 });
  submit.mutate(input);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
});

test('single flight runs one piece of work at a time, also after one that failed', async () => {
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
  await once(work);
  expect(runs).toBe(1);
  finish();
  await first;
  await expect(once(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  void once(work);
  await tick();
  expect(runs).toBe(2);
  finish();
});
