import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Client, TestApp } from './test-app.ts';
import { openFreshSides } from './two-sides.ts';

interface Message {
  event: string;
  id: string;
  data: string;
}

export interface Stream {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  isOver: boolean;
  messages(): Message[];
  close(): void;
}

/** Opens event streams of an application that listens; `closeAll` closes those that a test left open. */
export function liveLines(t: TestApp) {
  const { port } = t.app.server.address() as AddressInfo;
  const open: Stream[] = [];
  /** Opens a stream over a real socket and waits for its start. */
  async function listen(
    client: Client | null,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<Stream> {
    // Earlier events are delivered first, so that they can only come from the replay.
    await t.services.hub.settled();
    const stream = await new Promise<Stream>((resolve, reject) => {
      const auth = client ? { cookie: `cusp=${client.cookie}` } : {};
      const path = `/heclore/events/${query}`;
      const asked = request(
        { host: '127.0.0.1', port, path, headers: { ...auth, ...headers } },
        (response) => {
          const state: Stream = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: '',
            isOver: false,
            messages: () => messagesOf(state.text),
            close: () => asked.destroy(),
          };
          response.setEncoding('utf8');
          response.on('data', (text: string) => {
            state.text += text;
          });
          response.on('close', () => {
            state.isOver = true;
          });
          response.on('error', () => {});
          resolve(state);
        },
      );
      asked.on('error', reject);
      asked.end();
    });
    open.push(stream);
    await eventually(() => expect(stream.text).not.toBe(''), { interval: 5 });
    return stream;
  }
  return {
    port,
    listen,
    closeAll: () => {
      for (const stream of open.splice(0)) stream.close();
    },
  };
}

function messagesOf(text: string): Message[] {
  return text.split('\n\n').flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    return field('event') ? [{ event: field('event'), id: field('id'), data: field('data') }] : [];
  });
}

/** Event names that a stream received. */
export const names = (stream: Stream) => stream.messages().map((message) => message.event);

/**
 * Set-up for tests of streams: a listening application, new people on both sides of a case for each test, and streams
 * that are closed with the test.
 */
export async function openLiveSides() {
  const sides = await openFreshSides();
  await sides.t.app.listen({ port: 0, host: '127.0.0.1' });
  const { closeAll, ...lines } = liveLines(sides.t);
  afterEach(closeAll);
  return {
    ...sides,
    ...lines,
    commentOn: async (caseId: number, person: { id: number }, headers: Record<string, string> = {}) => {
      const client = await sides.t.as(person);
      return client.request('POST', `/v1/cases/${caseId}/comment/`, { comment: 'hello' }, headers);
    },
  };
}
