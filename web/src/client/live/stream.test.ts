import { EVENT_NAMES } from '@cusp/contract/event-names';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { openStream, type StreamMessage } from './stream.ts';

let message: StreamMessage[];
let close = () => {};
const newest = () => FakeEventSource.all.at(-1) ?? expect.fail('no line was opened');
const query = () => new URL(newest().url, 'http://cusp.example').searchParams;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.all = [];
  message = [];
  close = openStream((each) => message.push(each));
});
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the stream listens to every event of the contract', () => {
  for (const [at, name] of EVENT_NAMES.entries()) newest().say(name, { id: at, name });
  expect(message.map((each) => each.kind === 'event' && each.event.name)).toEqual(EVENT_NAMES);
});

test('a lost connection is reported and reopened after three seconds from the last event id', () => {
  expect(query().get('since')).toBe('0');
  newest().onopen?.();
  newest().say('post_modified', { id: 48 }, '48');
  newest().onerror?.();
  expect(message.at(-1)).toEqual({ kind: 'line', up: false });
  expect(FakeEventSource.live).toEqual([]);
  vi.advanceTimersByTime(2999);
  expect(FakeEventSource.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeEventSource.all).toHaveLength(2);
  expect(query().get('lastEventId')).toBe('48');
  newest().onopen?.();
  expect(message.at(-1)).toEqual({ kind: 'line', up: true });
});

test('a stream that never opened asks for events since page load, and after a minute for a resync', () => {
  newest().onerror?.();
  vi.advanceTimersByTime(3000);
  expect(query().get('since')).toBe('3');
  for (let tries = 0; tries < 25; tries += 1) {
    newest().onerror?.();
    vi.advanceTimersByTime(3000);
  }
  expect([...query()]).toEqual([]);
  newest().onopen?.();
  expect(message.slice(-2)).toEqual([{ kind: 'line', up: true }, { kind: 'resync' }]);
});

test('after a resync the stream resumes from its id', () => {
  newest().say('resync', {}, '96');
  expect(message).toEqual([{ kind: 'resync' }]);
  newest().onerror?.();
  vi.advanceTimersByTime(3000);
  expect(query().get('lastEventId')).toBe('96');
});

test('after the session ends the stream reconnects, in case the browser has a new session', () => {
  newest().onopen?.();
  newest().say('session_ended', {});
  expect(message.slice(1)).toEqual([{ kind: 'line', up: false }, { kind: 'ended' }]);
  expect(FakeEventSource.live).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect(FakeEventSource.live).toHaveLength(1);
});

test('a server that refuses the stream is reported, and again every half minute', () => {
  const refused = () => message.filter(({ kind }) => kind === 'refused').length;
  newest().onerror?.();
  expect(refused()).toBe(0);
  for (let tries = 0; tries < 11; tries += 1) {
    vi.advanceTimersByTime(3000);
    newest().refuse();
    expect(refused()).toBe(tries < 10 ? 1 : 2);
  }
  vi.advanceTimersByTime(3000);
  newest().onopen?.();
  newest().refuse();
  expect(refused()).toBe(3);
});

test('a closed stream does not reconnect', () => {
  newest().onerror?.();
  close();
  vi.advanceTimersByTime(60_000);
  expect(FakeEventSource.live).toEqual([]);
});
