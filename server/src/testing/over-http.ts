import type { AddressInfo } from 'node:net';
import { API_BASE } from '@cusp/contract/endpoint';
import type { TestApp } from './test-app.ts';

interface Answer {
  status: number;
  detail?: string;
}

/** Sends requests of people over real sockets, so that several can be in flight at once. */
export async function overHttp(t: TestApp) {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  return async (
    person: { id: number },
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer> => {
    const { token } = await t.as(person);
    const reply = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { detail } = (await reply.json()) as { detail?: string };
    return { status: reply.status, ...(detail === undefined ? {} : { detail }) };
  };
}

/** Repetitions of each race, because the winner varies. */
export const ROUNDS = Array.from({ length: 6 }, (_, round) => round);
